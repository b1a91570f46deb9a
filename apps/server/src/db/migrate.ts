import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { FileMigrationProvider, type MigrationProvider, Migrator } from 'kysely/migration';
import { packageFolder } from '../package-folder.ts';
import { StartError } from '../start-error.ts';
import type { Database, Db, Trx } from './connection.ts';
import { isLockedTooLong } from './errors.ts';
import { currentSchema, selectValue } from './sql.ts';
import { isTransient } from './transaction.ts';

export const historyTable = 'kysely_migration';
export const migratorTables = [historyTable, 'kysely_migration_lock'];

const shipped = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(packageFolder, 'migrations'),
  import: (file) => import(/* @vite-ignore */ pathToFileURL(file).href),
});

/** Advisory lock id shared by migrations, backups and restores. The number is arbitrary. */
const migrationLock = 7_120_001;

/** Much shorter than the lock timeout of requests (timeouts.ts), even for several tables in a row. */
const lockMs = 100;
const firstPauseMs = 200;
const maxPauseMs = 2_000;

const longMs = 3_000;
const againMs = 30_000;

type Notify = (message: string) => void;

/** Waits only briefly for a table, because requests of running nodes queue behind the lock. Then it backs off and retries. */
export async function migrate(
  db: Database,
  notify: Notify = () => {},
  migrations: MigrationProvider = shipped,
): Promise<void> {
  if ((await listPending(db, migrations)).length === 0) return;
  const startedAt = Date.now();
  const progress: Progress = { failures: 0, isWaiting: false };
  const stopReporting = reportSlowMigration(db, progress, notify);
  try {
    for (;;) {
      const outcome = await tryToMigrate(db, migrations, progress);
      if (outcome === 'done') break;
      progress.failures = outcome === 'locked' ? progress.failures + 1 : 0;
      if (progress.failures > 0)
        await sleep(Math.min(firstPauseMs * 2 ** (progress.failures - 1), maxPauseMs));
    }
  } finally {
    stopReporting();
  }
  const ms = Date.now() - startedAt;
  if (ms > longMs) notify(`Schema migrated in ${Math.round(ms / 1000)} s`);
}

interface Progress {
  failures: number;
  isWaiting: boolean;
}

async function tryToMigrate(
  db: Database,
  migrations: MigrationProvider,
  progress: Progress,
): Promise<'done' | 'more' | 'locked'> {
  try {
    return await db.transaction().execute(async (trx) => {
      await allowLongWork(trx);
      progress.isWaiting = true;
      await lockMigrations(trx);
      progress.isWaiting = false;
      const [next] = await listPending(trx, migrations);
      if (next === undefined) return 'done';
      if (progress.failures > 0) await interruptAutovacuum(trx);
      await waitForLocks(trx, lockMs);
      await runMigrations(trx, next, migrations);
      return 'more';
    });
  } catch (error) {
    if (isLockedTooLong(error) || isTransient(error)) return 'locked';
    throw error;
  }
}

export async function runMigrations(
  trx: Trx,
  last: string,
  migrations: MigrationProvider = shipped,
): Promise<void> {
  // The migrator would create it too, but hides the error within a transaction.
  await sql`
    create table if not exists ${sql.table(historyTable)} (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    trx,
  );
  // Without an explicit schema, the migrator could pick up a table of another schema.
  const migrationTableSchema = await selectValue(trx, currentSchema);
  const migrator = new Migrator({ db: trx, provider: migrations, migrationTableSchema });
  const { error } = await migrator.migrateTo(last);
  if (error) throw error;
}

export async function listMigrations(migrations: MigrationProvider = shipped): Promise<string[]> {
  return Object.keys(await migrations.getMigrations()).sort();
}

export async function listExecuted(db: Db): Promise<string[]> {
  if (!(await selectValue(db, sql<boolean>`to_regclass(${historyTable}) is not null`))) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(historyTable)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function listPending(db: Db, migrations: MigrationProvider = shipped): Promise<string[]> {
  const [names, executed] = [await listMigrations(migrations), await listExecuted(db)];
  if (executed.every((name) => names.includes(name))) return names.filter((name) => !executed.includes(name));
  throw new StartError(names.every((name) => executed.includes(name)) ? madeByNewer : madeBeforeBaseline);
}

const madeByNewer =
  'The database was migrated by a newer version of Skep. Start that version or a later one, or restore a backup from before the upgrade.';

const madeBeforeBaseline =
  'The database was created by Skep 0.1.0 or older. Back it up with that version (skep admin backup) and restore it with this one into an empty database.';

export async function requireUpToDate(db: Database): Promise<void> {
  if ((await listPending(db)).length > 0)
    throw new StartError(
      'The database schema is older than this version, and commands never migrate it. Start this version of the service first, or use the commands of the running version.',
    );
}

export async function lockMigrations(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx);
}

/** Returns false while a migration or restore holds or awaits the lock. */
export async function trySchemaLock(trx: Trx): Promise<boolean> {
  return selectValue(trx, sql<boolean>`pg_try_advisory_xact_lock_shared(${migrationLock})`);
}

/** Set in the transaction, because poolers drop connection settings. */
async function allowLongWork(trx: Trx): Promise<void> {
  await sql`
    select set_config(name, '0', true)
    from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) as name`.execute(
    trx,
  );
}

const waitForLocks = (trx: Trx, ms: number) =>
  sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`.execute(trx);

/** Longer than deadlock_timeout (usually 1 s), after which PostgreSQL cancels autovacuum for a waiting lock. */
const autovacuumMs = 5_000;

/**
 * Autovacuum yields only to locks that wait longer than ours. This lock mode keeps it away without blocking reads or writes.
 */
async function interruptAutovacuum(trx: Trx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct relation::regclass::text as name from pg_locks join pg_class on pg_class.oid = relation
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and granted
      and mode = 'ShareUpdateExclusiveLock'`.execute(trx);
  await waitForLocks(trx, autovacuumMs);
  for (const { name } of rows)
    await sql`lock table ${sql.raw(name)} in share update exclusive mode`.execute(trx);
}

function reportSlowMigration(db: Database, progress: Progress, notify: Notify): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const report = async () => {
    const isBlocked = progress.isWaiting || progress.failures > 0;
    const holders = isBlocked ? await describeHolders(db).catch(() => '') : '';
    if (isOver) return;
    notify(holders ? describeWait(holders) : takesLong);
    timer = setTimeout(report, againMs);
  };
  timer = setTimeout(report, longMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

const takesLong =
  'Migrating the database schema. Large databases take minutes. Interrupting it loses nothing';

const describeWait = (holders: string) =>
  `The migration waits for locks held by ${holders}. Other nodes keep serving. To end a transaction, run select pg_terminate_backend(…) with its process number`;

/** The oldest transactions that hold table locks or the migration lock. A prepared transaction has no process. */
async function describeHolders(db: Db): Promise<string> {
  const { rows } = await sql<{ holder: string }>`
    select case when locks.pid is null then 'a prepared transaction (see pg_prepared_xacts)'
      else format('%s (%s)', coalesce(nullif(application_name, ''), backend_type, 'a program'), concat_ws(', ',
        format('process %s of PostgreSQL', locks.pid), 'role ' || usename, 'from ' || host(client_addr),
        'in a transaction for ' || extract(epoch from clock_timestamp() - xact_start)::integer || ' s'))
      end as holder
    from (
      select distinct pid from pg_locks left join pg_class on pg_class.oid = relation
      where granted and (relkind = 'r' and relnamespace = current_schema()::regnamespace
        or locktype = 'advisory' and objid = ${migrationLock})
    ) as locks
    left join pg_stat_activity using (pid)
    where locks.pid is distinct from pg_backend_pid()
    order by xact_start limit 3`.execute(db);
  return rows.map(({ holder }) => holder).join('; ');
}
