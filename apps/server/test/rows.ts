import { sql } from 'kysely';
import type { TestNode } from './harness.ts';

/** Tables that keep rows after the team is deleted. */
const outlives = ['outbox', 'stream_events'];

/** Number of rows per table of a team. */
export async function rowsOf({ db }: TestNode, teamId: number): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'team_id'`.execute(db);
  const counts: Record<string, number> = {};
  for (const { table_name } of tables.filter((table) => !outlives.includes(table.table_name))) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table_name)} where team_id = ${teamId}`.execute(db);
    if (rows[0]?.count) counts[table_name] = rows[0].count;
  }
  return counts;
}

/** Tables with a row that contains these words, case-insensitive. */
export async function tablesWith({ db }: TestNode, words: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} as each where strpos(lower(each::text), lower(${words})) > 0 limit 1`.execute(
      db,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
