import { sql } from 'kysely';

/** The team of a project or webhook as SQL, for writing a row that belongs to one of which only the id is at hand. */
export const teamOf = (table: 'projects' | 'webhooks', id: number) =>
  sql<number>`(select team_id from ${sql.table(table)} where id = ${id})`;
