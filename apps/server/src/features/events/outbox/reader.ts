import type { Db } from '../../../db/connection.ts';
import {
  type Cursor,
  cursorAfterAll,
  cursorAfterBegun,
  cursorBefore,
  cursorWithin,
  parseSnapshot,
  type Spot,
  sees,
} from './cursor.ts';
import {
  type ActivityRead,
  type ActivityRow,
  type Range,
  selectRest,
  selectTransaction,
  selectUnseen,
  type Wanted,
} from './queries/activity.ts';

/** What a reader gets at once. */
export interface Batch {
  rows: ActivityRow[];
  /** Of a reader who has read the rows up to this one. */
  cursorAt(row: Spot): Cursor;
  /** How far it goes, over what was not wanted too. */
  end: Cursor;
  /** Whether it was cut short. */
  isFull: boolean;
  /** What could be seen when it was read. */
  now: Cursor;
  /** The numbering that its transactions have; null while the database has just come from another server. */
  numbering: number | null;
}

/** Activity that one cursor has not seen, in batches. A transaction that was begun is read to its end before any other. */
export async function readOutbox(
  db: Db,
  { after, upTo }: Range,
  { limit, ...wanted }: Wanted & { limit: number },
): Promise<Batch> {
  const begun = after.begun && (!upTo || sees(upTo, after.begun.xid)) ? after.begun : null;
  const read = await (begun
    ? selectRest(db, begun, wanted, limit)
    : selectUnseen(db, { after, upTo }, wanted, limit));
  const now = parseSnapshot(read.now);
  const hasAllWanted = read.rows.length < limit;
  const cut = hasAllWanted ? (read.isScanFull ? read.last : null) : (read.rows.at(-1) ?? null);
  const batch = begun ? batchOfRest(read, after, cut) : batchOfUnseen(read, after, upTo ?? now, cut);
  const end = cut || begun || !upTo ? batch.end : upTo;
  return { ...batch, end, isFull: cut !== null || begun !== null, now, numbering: read.numbering };
}

/** The same, but what one transaction did is never cut in two, however much it is. */
export async function readWholeTransactions(
  db: Db,
  after: Cursor,
  wanted: Wanted & { limit: number },
): Promise<Batch> {
  const batch = await readOutbox(db, { after }, wanted);
  const { begun } = batch.end;
  if (!begun) return batch;
  const rows = await selectTransaction(db, begun.xid, wanted);
  return { ...batch, rows, end: cursorAfterBegun(batch.end) };
}

type Reading = Pick<Batch, 'rows' | 'cursorAt' | 'end'>;

function batchOfRest({ rows }: ActivityRead, after: Cursor, cut: Spot | null): Reading {
  const cursorAt = ({ xid, id }: Spot) => ({ ...after, begun: { xid, upTo: id } });
  return { rows, cursorAt, end: cut ? cursorAt(cut) : cursorAfterBegun(after) };
}

/** Goes as far as whole transactions do, unless a single one is longer than that. */
function batchOfUnseen(
  { rows, first, last }: ActivityRead,
  after: Cursor,
  now: Cursor,
  cut: Spot | null,
): Reading {
  const cursorAt = (spot: Spot) => cursorWithin(spot, after, now);
  if (!cut) return { rows, cursorAt, end: cursorAfterAll(last?.xid ?? 0, after, now) };
  if (first?.xid === cut.xid) return { rows, cursorAt, end: cursorAt(cut) };
  return { rows: rows.filter(({ xid }) => xid < cut.xid), cursorAt, end: cursorBefore(cut.xid, after, now) };
}
