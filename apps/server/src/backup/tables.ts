import { sql } from 'kysely';
import type { Db, Trx } from '../db/connection.ts';
import { historyTable } from '../db/migrate.ts';
import { selectValue } from '../db/sql.ts';
import { isTransient } from '../db/transaction.ts';
import type { Manifest, Table } from './archive.ts';

/** Fixes output formats and disables timeouts, whatever the server, role or pooler sets. */
export async function setFormats(trx: Trx): Promise<void> {
  await sql`
    select set_config(name, value, true) from (values
      ('datestyle', 'ISO'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'), ('extra_float_digits', '3'),
      ('bytea_output', 'hex'), ('client_encoding', 'UTF8'), ('statement_timeout', '0'), ('lock_timeout', '0'),
      ('idle_in_transaction_session_timeout', '0')
    ) as settings (name, value)`.execute(trx);
}

const inSchema = sql`current_schema()::regnamespace`;

/** Skips unlogged tables, and tables that are not readable or have names that an archive cannot contain. */
const isTable = sql`relkind = 'r' and relpersistence = 'p' and relnamespace = ${inSchema}
  and relname ~ '^[a-z0-9_]+$' and has_table_privilege(pg_class.oid, 'select')`;

export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where ${isTable} and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`.execute(db);
  return rows;
}

/** Sequences are not part of the snapshot, but reading them after it is safe: no id in it is newer. */
export async function listSequences(db: Db): Promise<Manifest['sequences']> {
  const { rows } = await sql<{ name: string; last_value: number | null }>`
    select sequencename as name, last_value from pg_sequences where schemaname = current_schema() order by 1`.execute(
    db,
  );
  return rows;
}

const quoted = (names: string[]) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');

export const copyTo = ({ name, columns }: Table): string =>
  `copy ${quoted([name])} (${quoted(columns)}) to stdout`;

/** `freeze` avoids rewriting the rows later. */
export const copyFrom = ({ name, columns }: Table): string =>
  `copy ${quoted([name])} (${quoted(columns)}) from stdin (freeze)`;

/** The time of the first migration identifies the installation, even against restored copies. */
export async function selectInstalledAt(db: Db): Promise<string> {
  const { rows } = await sql<{ timestamp: string }>`
    select timestamp from ${sql.table(historyTable)} order by name limit 1`.execute(db);
  return rows[0]?.timestamp ?? '';
}

export function listImages(db: Db, afterId: number, limit: number) {
  return db
    .selectFrom('attachments')
    .select(['id', 'object_key'])
    .where('id', '>', afterId)
    .where('uploaded_at', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function enterSchema(trx: Trx, schema: string): Promise<void> {
  await sql`select set_config('search_path', quote_ident(${schema}), true)`.execute(trx);
}

export async function createSchema(trx: Trx, schema: string): Promise<void> {
  await sql`create schema ${sql.id(schema)}`.execute(trx);
}

/** Undefined without tables. The lock blocks sign-ups until the transaction ends. */
export async function countAccounts(trx: Trx): Promise<{ accounts: number; teams: number } | undefined> {
  if (!(await selectValue(trx, sql<boolean>`to_regclass('users') is not null`))) return undefined;
  await sql`lock table users in exclusive mode`.execute(trx);
  const { rows } = await sql<{ accounts: number; teams: number }>`
    select (select count(*) from users) as accounts, (select count(*) from teams) as teams`.execute(trx);
  return rows[0];
}

/**
 * Drops triggers, indexes and foreign keys, because loading is faster without them. The returned function restores and thereby
 * checks them. Needs no superuser.
 */
export async function prepareLoading(trx: Trx, tables: string[]): Promise<() => Promise<void>> {
  const { rows } = await sql<{ take_away: string; put_back: string }>`
    select format('alter table %I disable trigger user', relname) as take_away,
      format('alter table %I enable trigger user', relname) as put_back
      from pg_class where relnamespace = ${inSchema} and relkind = 'r' and relhastriggers
    union all select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = ${inSchema} and not exists (select from pg_constraint where conindid = indexrelid)
    union all select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = ${inSchema} and contype = 'f'`.execute(trx);
  for (const { take_away } of rows) await sql.raw(take_away).execute(trx);
  await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(trx);
  return async () => {
    for (const { put_back } of rows) await sql.raw(put_back).execute(trx);
  };
}

export async function setSequences(trx: Trx, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value } of sequences)
    if (last_value !== null)
      await sql`select setval(to_regclass(quote_ident(${name})), ${last_value})`.execute(trx);
}

export async function analyzeTables(trx: Trx, tables: string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(trx);
}

async function listMade(trx: Trx) {
  const { rows } = await sql<{ kind: 'function' | 'sequence' | 'statistics' | 'table'; name: string }>`
    select 'function' as kind, format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) as name
      from pg_proc where pronamespace = ${inSchema}
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select 'sequence', quote_ident(relname) from pg_class
      where relnamespace = ${inSchema} and relkind = 'S'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i'))
    union all select 'statistics', quote_ident(stxname) from pg_statistic_ext
      where stxnamespace = ${inSchema}
    union all select 'table', quote_ident(relname) from pg_class
      where relnamespace = ${inSchema} and relkind = 'r'`.execute(trx);
  return rows;
}

/** Leaves other objects in the target schema alone. Functions are dropped first: their arguments reference tables. */
export async function replaceTables(trx: Trx, from: string, to: string): Promise<void> {
  const made = await listMade(trx);
  const tables = made.filter(({ kind }) => kind === 'table').map(({ name }) => name);
  await enterSchema(trx, to);
  await lockExisting(trx, tables);
  for (const { name } of made.filter(({ kind }) => kind === 'function'))
    await sql.raw(`drop function if exists ${name} cascade`).execute(trx);
  await sql.raw(`drop table if exists ${tables.join(', ')}`).execute(trx);
  for (const { name } of made.filter(({ kind }) => kind === 'sequence'))
    await sql.raw(`drop sequence if exists ${name}`).execute(trx);
  await enterSchema(trx, from);
  for (const { kind, name } of made)
    await sql`alter ${sql.raw(kind)} ${sql.raw(name)} set schema ${sql.id(to)}`.execute(trx);
  await sql`drop schema ${sql.id(from)}`.execute(trx);
  await enterSchema(trx, to);
}

/** A running service also locks these tables, so deadlocks are expected. */
const maxAttempts = 50;

async function lockExisting(trx: Trx, tables: string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${tables}::text[]) as name where to_regclass(name) is not null`.execute(trx);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint before_locks`.execute(trx);
    try {
      await sql.raw(`lock table ${names} in access exclusive mode`).execute(trx);
      return;
    } catch (error) {
      if (!isTransient(error) || attempt === maxAttempts) throw error;
      await sql`rollback to savepoint before_locks`.execute(trx);
    }
  }
}
