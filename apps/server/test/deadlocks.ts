import pg from 'pg';
import { expect } from 'vitest';
import { withDatabase } from './database.ts';
import type { TestDatabase } from './harness.ts';

/** Deadlocks so far. All connections must be closed, because each reports its statistics at the end. */
export async function countDeadlocks({ url }: TestDatabase): Promise<number> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const client = new pg.Client(withDatabase(url, 'postgres'));
  await client.connect();
  try {
    const ask = async (question: string) => (await client.query(question, [name])).rows[0].count;
    const connections = () => ask('select count(*)::integer from pg_stat_activity where datname = $1');
    await expect.poll(connections).toBe(0);
    return await ask('select deadlocks::integer as count from pg_stat_database where datname = $1');
  } finally {
    await client.end();
  }
}
