import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connection.ts';
import type { Tables } from './tables.ts';

/** So many rows are deleted in one statement: nobody waits long for it, and it never takes too long for its connection. */
const portion = 2_000;

/** Deletes some again and again, until there are no more. Says of each time how many that were. */
export async function repeatInPortions(deleteSome: (limit: number) => Promise<number>): Promise<void> {
  while ((await deleteSome(portion)) === portion);
}

/** Deletes the rows that nobody needs any more, but for those that somebody is using just now. */
export function deleteInPortions(db: Db, table: keyof Tables, where: RawBuilder<unknown>): Promise<void> {
  return repeatInPortions(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(${lockSome(table, where, limit)}))`.execute(db);
    return Number(numAffectedRows);
  });
}

/** Where some of the rows lie, which nobody else can change until the statement is over. */
export const lockSome = (table: keyof Tables, where: RawBuilder<unknown>, limit: number) =>
  sql`select ctid from ${sql.table(table)} where ${where} limit ${limit} for update skip locked`;
