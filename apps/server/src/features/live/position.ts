import type { Position } from '../events/queries.ts';

/** Negative when a comes before b. */
export function comparePositions(a: Position, b: Position): number {
  if (a.xid === b.xid) return a.activity_id - b.activity_id;
  return BigInt(a.xid) < BigInt(b.xid) ? -1 : 1;
}
