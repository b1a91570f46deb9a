/**
 * What a reader of the outbox has seen, as a PostgreSQL snapshot has it: every transaction before `xmax`, but those that
 * were running. Ids are given out before they are committed, and transactions end in any order. Whatever a cursor has not
 * seen is read when it can be, so no transaction has to wait for another.
 */
export interface Cursor {
  xmax: number;
  /** Those that were running, in ascending order. */
  xip: number[];
  /** A transaction that is not seen as a whole, but up to this activity. */
  begun: { xid: number; upTo: number } | null;
}

/** Where an activity stands. */
export interface Spot {
  xid: number;
  id: number;
}

/** Before everything. */
export const beginning: Cursor = { xmax: 1, xip: [], begun: null };

export const sees = ({ xmax, xip }: Cursor, xid: number): boolean => xid < xmax && !xip.includes(xid);

export function parseSnapshot(text: string): Cursor {
  const [, xmax, xip = ''] = text.split(':');
  return { xmax: Number(xmax), xip: xip.split(',').filter(Boolean).map(Number), begun: null };
}

export const formatSnapshot = ({ xmax, xip }: Cursor): string => `${xip[0] ?? xmax}:${xmax}:${xip.join()}`;

/** Of a reader who has read on from one cursor, with what another sees, but for this transaction and later ones. */
export function cursorBefore(xid: number, from: Cursor, now: Cursor): Cursor {
  const xmax = Math.max(from.xmax, xid);
  const unseen = [...from.xip, ...now.xip.filter((each) => each >= from.xmax)];
  const xip = unseen.filter((each) => each < xmax && (each >= xid || !sees(now, each)));
  return { xmax, xip, begun: null };
}

/** The same with the transaction up to an activity. */
export const cursorWithin = ({ xid, id }: Spot, from: Cursor, now: Cursor): Cursor => ({
  ...cursorBefore(xid, from, now),
  begun: { xid, upTo: id },
});

/**
 * The same with everything, the last of which was this transaction. It goes no further than that: after a crash, the
 * database may give out once more the ids of transactions that came to nothing.
 */
export function cursorAfterAll(lastXid: number, from: Cursor, now: Cursor): Cursor {
  const xmax = Math.max(from.xmax, lastXid + 1);
  return { xmax, xip: now.xip.filter((each) => each < xmax), begun: null };
}

/** When the rest of the transaction that was begun has been seen. */
export function cursorAfterBegun({ xmax, xip, begun }: Cursor): Cursor {
  if (begun?.xid === xmax) return { xmax: xmax + 1, xip, begun: null };
  return { xmax, xip: xip.filter((each) => each !== begun?.xid), begun: null };
}

/** Whether one has seen everything that the other has. */
export const covers = (one: Cursor, other: Cursor): boolean =>
  one.xmax >= other.xmax && !one.xip.some((xid) => sees(other, xid));

export const isSameCursor = (one: Cursor, other: Cursor): boolean =>
  !one.begun && !other.begun && formatSnapshot(one) === formatSnapshot(other);
