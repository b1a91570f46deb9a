import { sql } from 'kysely';
import pg from 'pg';
import type { Trx } from '../../db/connection.ts';
import { enterSchema } from './loading.ts';

interface Made {
  kind: 'function' | 'sequence' | 'table';
  /** As it is called within its schema. */
  name: string;
}

/** All that migrations have made in the current schema, but for what goes along with its table. */
async function listMade(trx: Trx): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select 'function' as kind, format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) as name
      from pg_proc where pronamespace = current_schema()::regnamespace
    union all select 'sequence', quote_ident(relname) from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'S'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i'))
    union all select 'table', quote_ident(relname) from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(trx);
  return rows;
}

/**
 * Puts what was made in one schema into the place of what has the same names in the other, and leaves everything else there
 * alone. Functions come first: they name tables among their arguments.
 */
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

/** A service that runs uses some of the tables already and asks for others: one of the two has to step back. */
const mostAttempts = 50;

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
      if (!isDeadlock(error) || attempt === mostAttempts) throw error;
      await sql`rollback to savepoint before_locks`.execute(trx);
    }
  }
}

const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40P01';
