import { type RawBuilder, sql } from 'kysely';
import type { Database } from './connection.ts';
import { prepareStatement } from './statements.ts';

/**
 * Tells a process what has changed in the database, so that it can keep things in memory. Changes are noted by triggers in a
 * table, each with the transaction that made it (`changed_in`).
 */
export interface ChangeFeed {
  /** Whether everything is known that had been committed a second ago, and everything since the last doubt. */
  isFresh(): boolean;
  /** Asks until that is so. */
  freshen(): Promise<void>;
  /** Asks what has changed; everybody who wants to know meanwhile shares the answer. */
  check(): Promise<void>;
  /** Something may just have been changed in this process, whose next question should have it. */
  doubt(): void;
  /** How many answers there have been. What was read while one came may be older than what it told. */
  answers(): number;
}

interface Changes<Row> {
  /** The MVCC snapshot (`pg_snapshot`) up to which changes are known: the cursor for the next question. */
  snapshot: string;
  /** Identifies the database. It differs after a restart or after a restore from a backup: then a snapshot means nothing. */
  origin: string;
  rows: Row[];
}

interface Noted<Row> {
  table: string;
  /** What is told of a change, as JSON. `seen` is the snapshot that is known already. */
  row: RawBuilder<Row>;
  onChange(row: Row): void;
  /** Nothing is known any more. */
  onLost(): void;
}

/** What is in memory is used only if it was checked against the database within this time. */
const trustMs = 900;

export function followChanges<Row>(db: Database, { table, row, onChange, onLost }: Noted<Row>): ChangeFeed {
  const select = selectChanges(table, row);
  let known: Changes<Row> | undefined;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let doubtedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  let answers = 0;

  async function ask(): Promise<void> {
    const startedAt = performance.now();
    const [current] = (await select(db, [known?.snapshot ?? null])) as [Changes<Row>];
    if (known && current.origin !== known.origin) onLost();
    for (const change of current.rows) onChange(change);
    known = current;
    confirmedAt = startedAt;
    answers++;
  }

  function check(): Promise<void> {
    checking ??= ask().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  const isFresh = () => confirmedAt > doubtedAt && performance.now() - confirmedAt <= trustMs;

  return {
    isFresh,
    async freshen() {
      if (isFresh()) return;
      const wanted = Math.max(performance.now() - trustMs, doubtedAt);
      do await check();
      while (confirmedAt <= wanted);
    },
    check,
    doubt() {
      doubtedAt = performance.now();
    },
    answers: () => answers,
  };
}

/**
 * What has changed since the snapshot. What the snapshot could not see is new, so it does not matter in which order
 * transactions commit. Rows that were restored from the backup of another server can have transaction ids that are still to
 * come on this one; they are left out.
 */
const selectChanges = <Row>(table: string, row: RawBuilder<Row>) =>
  prepareStatement<Changes<Row>>(
    () => sql`
      select pg_current_snapshot()::text as snapshot,
        concat(pg_postmaster_start_time(), ' ', ${sql.lit(table)}::regclass::oid) as origin,
        (
          select coalesce(json_agg(${row}), '[]') from ${sql.table(table)}, cast($1 as pg_snapshot) as seen
          where changed_in >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(changed_in, seen)
            and changed_in < pg_snapshot_xmax(pg_current_snapshot())
        ) as rows`,
  );
