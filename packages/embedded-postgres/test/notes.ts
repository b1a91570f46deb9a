import type { EmbeddedPostgres } from '@skep/embedded-postgres';
import pg from 'pg';

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Stores a row to check later that the data has survived. */
export async function keepNote(url: string): Promise<void> {
  await query(url, "create table note as select 'kept' as text");
}

export function notesOf(embedded: EmbeddedPostgres) {
  return query(embedded.url(), 'select text from note');
}

export const kept = [{ text: 'kept' }];

export async function answers(embedded: EmbeddedPostgres): Promise<boolean> {
  const [row] = await query(embedded.url(), 'select 1 as one');
  return row?.one === 1;
}
