import { type RawBuilder, sql } from 'kysely';

/** A time as JSON has it everywhere: ISO 8601, UTC, with milliseconds. */
export const isoTime = (column: string): RawBuilder<string> =>
  sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"')`);

/** The columns of a `select`, each under its name. */
export const columnsNamed = (columns: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> =>
  sql.join(Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`));
