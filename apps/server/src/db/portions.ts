import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connection.ts';
import type { Tables } from './tables.ts';

/** How many rows one statement deletes: few enough that nobody waits long for it, and that it never meets its timeout. */
const portion = 2_000;

/** Calls `deleteSome`, which returns how many rows it has deleted, until it deletes fewer than it may. Returns their sum. */
export async function repeatInPortions(
  deleteSome: (limit: number) => Promise<number>,
  limit = portion,
): Promise<number> {
  for (let sum = 0; ; ) {
    const deleted = await deleteSome(limit);
    sum += deleted;
    if (deleted < limit) return sum;
  }
}

/** Deletes all matching rows, except for those that somebody else has locked just now. Returns how many they were. */
export function deleteInPortions(db: Db, table: keyof Tables, where: RawBuilder<unknown>): Promise<number> {
  return repeatInPortions(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(${lockSome(table, where, limit)}))`.execute(db);
    return Number(numAffectedRows);
  });
}

/** Selects the places (ctid) of some matching rows that nobody has locked, and locks them until the transaction ends. */
export const lockSome = (table: keyof Tables, where: RawBuilder<unknown>, limit: number) =>
  sql`select ctid from ${sql.table(table)} where ${where} limit ${limit} for update skip locked`;
