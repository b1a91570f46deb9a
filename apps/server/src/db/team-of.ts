import { sql } from 'kysely';

/** For a row that belongs to one of these, where only its id is at hand. */
export const teamOf = (table: 'projects' | 'webhooks', id: number) =>
  sql<number>`(select team_id from ${sql.table(table)} where id = ${id})`;
