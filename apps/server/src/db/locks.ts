import type { Trx } from './connection.ts';

/** Within a table, rows are locked in id order. See docs/locking.md. */
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

/** Starts a SELECT that locks rows. Outside production it throws if a later table is already locked. */
export function lockFrom<T extends LockedTable>(trx: Trx, table: T) {
  noteLock(trx, table);
  return trx.selectFrom(table);
}

/** The same check for locks that the query builder cannot express. Locking a table again is allowed. */
export function noteLock(trx: Trx, table: LockedTable): void {
  if (process.env.NODE_ENV === 'production') return;
  const tables = locked.get(trx) ?? new Set();
  const later = [...tables].find((one) => lockOrder.indexOf(one) > lockOrder.indexOf(table));
  if (later !== undefined && !tables.has(table))
    throw new Error(`Rows of ${table} must be locked before those of ${later} (db/locks.ts)`);
  locked.set(trx, tables.add(table));
}
