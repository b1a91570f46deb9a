import type { Trx } from './connection.ts';

/** Within a table, rows are locked in order of their ids. See docs/locking.md. */
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

const locked = new WeakMap<Trx, Set<LockedTable>>();

/** Begins a select that locks rows of a table. Outside of production it throws if a later table was locked before. */
export function lockFrom<T extends LockedTable>(trx: Trx, table: T) {
  noteLock(trx, table);
  return trx.selectFrom(table);
}

/** The same check for a lock that the query builder cannot express. A table that is locked already may be locked again. */
export function noteLock(trx: Trx, table: LockedTable): void {
  if (process.env.NODE_ENV === 'production') return;
  const tables = locked.get(trx) ?? new Set();
  const later = [...tables].find((one) => lockOrder.indexOf(one) > lockOrder.indexOf(table));
  if (later !== undefined && !tables.has(table))
    throw new Error(`Rows of ${table} must be locked before those of ${later} (db/locks.ts)`);
  locked.set(trx, tables.add(table));
}
