import type { Trx } from './connection.ts';

/**
 * The tables whose rows transactions lock explicitly, in the order in which they have to be locked. Within a table, rows are
 * locked in order of their ids. See docs/locking.md.
 */
export const lockOrder = [
  'bulk_batches',
  'users',
  'teams',
  'memberships',
  'projects',
  'mail_addresses',
  'webhooks',
  'labels',
  'bugs',
  'webhook_events',
  'webhook_deliveries',
] as const;
export type LockedTable = (typeof lockOrder)[number];

const lastLocked = new WeakMap<Trx, LockedTable>();

/** Begins a select that locks rows of a table. Outside of production it throws if a later table was locked before. */
export function lockFrom<T extends LockedTable>(trx: Trx, table: T) {
  noteLock(trx, table);
  return trx.selectFrom(table);
}

/** The same check for a lock that the query builder cannot express. */
export function noteLock(trx: Trx, table: LockedTable): void {
  if (process.env.NODE_ENV === 'production') return;
  const last = lastLocked.get(trx);
  if (last !== undefined && lockOrder.indexOf(last) > lockOrder.indexOf(table))
    throw new Error(`Rows of ${table} must be locked before those of ${last} (db/locks.ts)`);
  lastLocked.set(trx, table);
}
