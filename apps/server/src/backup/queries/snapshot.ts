import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { historyTable } from '../../db/migrate.ts';
import type { Manifest } from '../format.ts';

/**
 * Rows are written and read the same, however the server or the role is set up; and nothing that is under way is ended for
 * taking long, not even behind a connection pooler, which ignores what a connection asks for at its start.
 */
export async function agreeOnFormats(trx: Trx): Promise<void> {
  await sql`
    select set_config(name, value, true) from (values
      ('datestyle', 'ISO'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'), ('extra_float_digits', '3'),
      ('bytea_output', 'hex'), ('client_encoding', 'UTF8'), ('statement_timeout', '0'), ('lock_timeout', '0'),
      ('idle_in_transaction_session_timeout', '0')
    ) as settings (name, value)`.execute(trx);
}

export async function selectServerVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version ?? '';
}

/**
 * Ordinary tables. Those that a crash would empty (unlogged) hold nothing that is worth keeping. What the service may not read,
 * or has a name that an archive could not hold, is somebody else's in the same schema.
 */
const isTable = sql`relkind = 'r' and relpersistence = 'p' and relnamespace = current_schema()::regnamespace
  and relname ~ '^[a-z0-9_]+$' and has_table_privilege(pg_class.oid, 'select')`;

export async function listTables(db: Db): Promise<Manifest['tables']> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where ${isTable} and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`.execute(db);
  return rows;
}

/** Sequences do not belong to a snapshot, but no id in it was taken later than this is read. */
export async function listSequences(db: Db): Promise<Manifest['sequences']> {
  const { rows } = await sql<{ name: string; last_value: number | null }>`
    select sequencename as name, last_value from pg_sequences where schemaname = current_schema() order by 1`.execute(
    db,
  );
  return rows;
}

const quoted = (names: string[]) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');

export const copyTo = ({ name, columns }: Manifest['tables'][number]): string =>
  `copy ${quoted([name])} (${quoted(columns)}) to stdout`;

/** The rows are taken for old ones at once (freeze), so that nothing has to write them anew later. */
export const copyFrom = ({ name, columns }: Manifest['tables'][number]): string =>
  `copy ${quoted([name])} (${quoted(columns)}) from stdin (freeze)`;

/** When the first migration was made here, which no two installations have in common, not even when one is a backup of the other. */
export async function selectBirth(db: Db): Promise<string> {
  const { rows } = await sql<{ timestamp: string }>`
    select timestamp from ${sql.table(historyTable)} order by name limit 1`.execute(db);
  return rows[0]?.timestamp ?? '';
}

export interface ImagePage {
  id: number;
  object_key: string;
}

/** Images that have been uploaded, in the order of their ids. */
export function listImages(db: Db, afterId: number, limit: number): Promise<ImagePage[]> {
  return db
    .selectFrom('attachments')
    .select(['id', 'object_key'])
    .where('id', '>', afterId)
    .where('uploaded_at', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}
