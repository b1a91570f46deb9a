import { sql } from 'kysely';
import type { Trx } from '../../db/connection.ts';
import { migratorTables } from '../../db/migrate.ts';
import type { Manifest } from '../format.ts';

/** The schema in which the service's tables are, or would be made. */
export async function selectSchema(trx: Trx): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(trx);
  return rows[0]?.schema ?? 'public';
}

/** What is made and named from now on in the transaction is in this schema. */
export async function enterSchema(trx: Trx, schema: string): Promise<void> {
  await sql`select set_config('search_path', quote_ident(${schema}), true)`.execute(trx);
}

export async function createSchema(trx: Trx, schema: string): Promise<void> {
  await sql`create schema ${sql.id(schema)}`.execute(trx);
}

/** How many accounts and teams there are; undefined where there are no tables yet. Nobody can sign up before the transaction ends. */
export async function countAccounts(trx: Trx): Promise<{ accounts: number; teams: number } | undefined> {
  const { rows: known } = await sql<{ users: string | null }>`select to_regclass('users') as users`.execute(
    trx,
  );
  if (!known[0]?.users) return undefined;
  await sql`lock table users in exclusive mode`.execute(trx);
  const { rows } = await sql<{ accounts: number; teams: number }>`
    select (select count(*) from users) as accounts, (select count(*) from teams) as teams`.execute(trx);
  return rows[0];
}

const inSchema = sql`current_schema()::regnamespace`;

/**
 * Empties the tables, and takes away what would check, index and answer every single row: rows come in any order, and all at
 * once is faster. Returns how to put it back, which checks everything that was loaded. No superuser is needed for it.
 */
export async function prepareLoading(trx: Trx): Promise<() => Promise<void>> {
  const { rows } = await sql<{ take_away: string; put_back: string }>`
    select format('truncate %s', string_agg(quote_ident(relname), ', ')) as take_away, null as put_back
      from pg_class where relnamespace = ${inSchema} and relkind = 'r' and relname <> all(${migratorTables})
    union all select format('alter table %I disable trigger user', relname), format('alter table %I enable trigger user', relname)
      from pg_class where relnamespace = ${inSchema} and relkind = 'r' and relhastriggers
    union all select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = ${inSchema} and not exists (select from pg_constraint where conindid = indexrelid)
    union all select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = ${inSchema} and contype = 'f'`.execute(trx);
  for (const { take_away } of rows) await sql.raw(take_away).execute(trx);
  return async () => {
    for (const { put_back } of rows) if (put_back) await sql.raw(put_back).execute(trx);
  };
}

export async function setSequences(trx: Trx, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value } of sequences)
    if (last_value !== null)
      await sql`select setval(to_regclass(quote_ident(${name})), ${last_value})`.execute(trx);
}

/** No server has such a transaction: so the cursors are seen to come from elsewhere, also when numbers happen to be the same. */
export async function markAsMoved(trx: Trx): Promise<void> {
  for (const cursor of ['event_cursor', 'search_cursor'])
    await sql`update ${sql.table(cursor)} set written_by = '0'`.execute(trx);
}

/** Statements are planned well from the first one on. */
export async function analyzeTables(trx: Trx, tables: string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(trx);
}
