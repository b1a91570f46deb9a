import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Trx } from './connection.ts';
import { describeHolders, type LockWait, type LockWatch, watchLockWaits } from './lock-waits.ts';
import { isTransient } from './transaction.ts';
import { isLockedTooLong } from './unreachable.ts';

/** The advisory lock's number: any that no other advisory lock of the service uses. */
const migrationLock = 7_120_001;

/** Much less than requests of other nodes wait for a lock (patience.ts), also when several tables are waited for in a row. */
const lockMs = 100;
const firstPauseMs = 200;
const longestPauseMs = 2_000;

/** After so long, people wonder whether a start still does something; and then again. */
const longMs = 3_000;
const againMs = 30_000;

type Tell = (news: string) => void;
type Change = (trx: Trx) => Promise<void>;

/**
 * Changes tables that other nodes use meanwhile, each change in a transaction; one node at a time. Whoever needs a table that it
 * waits for has to queue behind it. So it waits only for a moment, then gives up the change, lets the others pass and tries again,
 * for as long as it takes: nobody suffers meanwhile, and whether somebody's transaction may be ended only the operator knows, who
 * is told.
 */
export async function changeTables(db: Database, changes: Change[], tell: Tell): Promise<void> {
  const startedAt = Date.now();
  const watch = watchLockWaits(db);
  const stopTelling = tellIfLong(watch, tell);
  try {
    for (const change of changes) await changeOnceFree(db, change, watch);
  } finally {
    watch.stop();
    stopTelling();
  }
  const ms = Date.now() - startedAt;
  if (ms > longMs) tell(`The tables are up to date, after ${Math.round(ms / 1000)} s`);
}

async function changeOnceFree(db: Database, change: Change, watch: LockWatch): Promise<void> {
  for (let pauseMs = firstPauseMs; !(await tryToChange(db, change, watch)); ) {
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/** Whether it was done; not when others were in the way. */
async function tryToChange(db: Database, change: Change, watch: LockWatch): Promise<boolean> {
  const formerWait = watch.seen();
  try {
    await db.transaction().execute(async (trx) => {
      watch.follow(await beginLongWork(trx));
      await lockMigrations(trx);
      if (formerWait) await endAutovacuum(trx, formerWait);
      await waitAtMost(trx, lockMs);
      await change(trx);
    });
    return true;
  } catch (error) {
    if (isLockedTooLong(error) || isTransient(error)) return false;
    throw error;
  } finally {
    watch.follow(undefined);
  }
}

/** Lets statements take any time, also behind a connection pooler, which drops what a connection asks for at its start. */
async function beginLongWork(trx: Trx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid, set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx);
  return rows[0]?.pid as number;
}

const waitAtMost = (trx: Trx, ms: number) =>
  sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`.execute(trx);

/** Nobody else migrates before the transaction ends. */
export async function lockMigrations(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx);
}

/** Says whether the tables stay as they are until the transaction ends: not when somebody changes them, or waits to do so. */
export async function keepTables(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock_shared(${migrationLock}) as held`.execute(trx);
  return rows[0]?.held === true;
}

/** Longer than PostgreSQL lets anybody wait for autovacuum before it ends that (deadlock_timeout, usually a second). */
const autovacuumMs = 5_000;

/** Autovacuum makes room only for those who wait longer than we do. This lock keeps it away, and neither reads nor writes. */
async function endAutovacuum(trx: Trx, { table, holders }: LockWait): Promise<void> {
  if (table === null || !holders.some(({ isAutovacuum }) => isAutovacuum)) return;
  await waitAtMost(trx, autovacuumMs);
  await sql`lock table ${sql.raw(table)} in share update exclusive mode`.execute(trx);
}

function tellIfLong(watch: LockWatch, tell: Tell): () => void {
  const news = () => {
    const wait = watch.seen();
    tell(wait ? describeWait(wait) : takesLong);
    timer = setTimeout(news, againMs);
  };
  let timer = setTimeout(news, longMs);
  return () => clearTimeout(timer);
}

const takesLong =
  'The tables are being brought up to date for this version. With very many bugs this takes minutes, and longer while others use them; nothing is lost if it is interrupted';

function describeWait(wait: LockWait): string {
  const holders = describeHolders(wait);
  if (wait.isAdvisory)
    return `Another node brings the tables up to date, or a backup is written or restored, which this one waits for: ${holders}`;
  const what = wait.table === null ? 'what others have locked' : `the table ${wait.table}`;
  return `The tables cannot be brought up to date yet, because ${what} is in use by ${holders}. This goes on once that has ended, and other nodes serve meanwhile; select pg_terminate_backend(…) with the number of a process ends it`;
}
