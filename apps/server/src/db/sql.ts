import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './connection.ts';
import type { Tables } from './tables.ts';

export async function selectValue<T>(db: Db, expression: RawBuilder<T>): Promise<T> {
  const { rows } = await sql<{ value: T }>`select ${expression} as value`.execute(db);
  return (rows[0] as { value: T }).value;
}

export const currentSchema = sql<string>`coalesce(current_schema(), 'public')`;

/** Rows per statement: few enough to hold locks briefly and stay below the timeout. */
const portion = 2_000;

export async function repeatInPortions(
  takeSome: (limit: number) => Promise<number>,
  limit = portion,
): Promise<number> {
  for (let sum = 0; ; ) {
    const taken = await takeSome(limit);
    sum += taken;
    if (taken < limit) return sum;
  }
}

/** Skips rows that are locked. Returns the number of deleted rows. */
export function deleteInPortions(db: Db, table: keyof Tables, where: RawBuilder<unknown>): Promise<number> {
  return repeatInPortions(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(${lockSome(table, where, limit)}))`.execute(db);
    return Number(numAffectedRows);
  });
}

export const lockSome = (table: keyof Tables, where: RawBuilder<unknown>, limit: number) =>
  sql`select ctid from ${sql.table(table)} where ${where} limit ${limit} for update skip locked`;

export const teamOf = (table: 'projects' | 'webhooks', id: number) =>
  sql<number>`(select team_id from ${sql.table(table)} where id = ${id})`;

export async function countRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

export async function selectPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { limit, offset }: { limit: number; offset: number },
) {
  const [items, total] = await Promise.all([query.limit(limit).offset(offset).execute(), countRows(query)]);
  return { items, total, limit, offset };
}
