import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { connect, type Database, type Db, defaultStatementMs } from '../../db/connection.ts';
import { listPending } from '../../db/migrate.ts';
import { selectValue } from '../../db/sql.ts';
import { databaseTimeouts } from '../../db/timeouts.ts';
import { connectionsOfProcess } from '../../start/database.ts';
import { oldest } from '../../start/failures.ts';
import { compact, type Finding, inBytes, ok, problem, reasonOf, warning } from './finding.ts';

/** Each connection sets this timeout. A different value on the server means that a pooler dropped the setting. */
const statementMs = 7_000;
export const doctorsPool = { max: 1, statementMs };

export async function checkDatabase(config: Config, db: Database, url: string) {
  const server = await describeServer(db);
  const tables = await checkTables(db, server);
  const findings = compact(
    checkServer(server),
    ...checkSafety(server),
    checkTimeouts(server),
    checkConnections(config, server),
    await checkPooler(config, url),
    tables,
  );
  return { findings, areTablesKnown: tables.verdict === 'ok' };
}

function checkServer({ version, major, encoding, size }: ServerRow): Finding {
  if (major < oldest) return problem(`PostgreSQL ${version}`, `Skep requires version ${oldest} or newer.`);
  if (encoding !== 'UTF8')
    return problem(
      `The database's encoding is ${encoding}`,
      'Create a database with encoding UTF8 and restore a backup into it.',
    );
  return ok(`PostgreSQL ${version}, ${encoding}, database size ${inBytes(size)}`);
}

function checkSafety(server: ServerRow): Finding[] {
  const { fsync, full_page_writes, synchronous_commit } = server;
  const findings = compact(
    (fsync !== 'on' || full_page_writes !== 'on') &&
      problem(
        `fsync is ${fsync}, full_page_writes ${full_page_writes}: a power failure can corrupt the database`,
        'Set both to on in postgresql.conf.',
      ),
    ['off', 'local'].includes(synchronous_commit) &&
      problem(
        `synchronous_commit is ${synchronous_commit}: a crash can lose acknowledged reports`,
        'Set it to on for the role of DATABASE_URL. A pooler drops the setting of the service.',
      ),
  );
  return findings.length > 0 ? findings : [ok('Commits are durable: fsync and synchronous_commit are on')];
}

/** Poolers may drop connection settings. The role must then have them, or requests wait forever. */
function checkTimeouts({ statement_ms, lock_ms, role }: ServerRow): Finding | null {
  if (statement_ms === statementMs) return null;
  const found = `A pooler drops connection settings. Settings of the role: statement_timeout ${statement_ms} ms, lock_timeout ${lock_ms} ms`;
  const isBounded = (ms: number, max: number) => ms > 0 && ms <= max;
  if (isBounded(statement_ms, defaultStatementMs) && isBounded(lock_ms, databaseTimeouts.lockMs))
    return ok(found);
  return warning(
    found,
    `Requests may wait too long. Run: alter role ${role} set statement_timeout = '${defaultStatementMs}ms'; alter role ${role} set lock_timeout = '${databaseTimeouts.lockMs}ms'; Then restart the pooler.`,
  );
}

function checkConnections({ workers }: Config, { max_connections, connections }: ServerRow): Finding {
  const needed = workers * connectionsOfProcess;
  const found = `${connections} of ${max_connections} connections are in use; this node opens up to ${needed}`;
  if (needed > max_connections || connections > max_connections * 0.9)
    return warning(found, 'Raise max_connections on the server or lower WORKERS.');
  return ok(found);
}

async function checkPooler(
  { preparedStatements, databaseUrl }: Config,
  url: string,
): Promise<Finding | null> {
  if (!databaseUrl) return null;
  const enabled = preparedStatements ? 'enabled' : 'disabled';
  if (!(await areSessionsShared(url)))
    return ok(
      `No pooler shares sessions between transactions, and prepared statements are ${enabled}`,
      preparedStatements ? null : 'DATABASE_PREPARED_STATEMENTS=true makes reads two to four times faster.',
    );
  const found = `A pooler shares sessions between transactions, and prepared statements are ${enabled}`;
  return preparedStatements ? warning(found, 'Set DATABASE_PREPARED_STATEMENTS to false.') : ok(found);
}

/** While a transaction holds the previous session, a transaction pooler assigns a different one. */
async function areSessionsShared(url: string): Promise<boolean> {
  const db = connect(url, { ...doctorsPool, max: 2 });
  try {
    return await db.connection().execute(async (connection) => {
      const before = await selectSession(connection);
      return db.transaction().execute(async (trx) => {
        await selectSession(trx);
        return (await selectSession(connection)) !== before;
      });
    });
  } finally {
    await db.destroy();
  }
}

const selectSession = (db: Db) => selectValue(db, sql<number>`pg_backend_pid()`);

async function checkTables(db: Database, { has_tables }: ServerRow): Promise<Finding> {
  if (!has_tables)
    return warning(
      'The database has no Skep tables',
      'The first start creates them. Otherwise check DATABASE_URL.',
    );
  try {
    const pending = await listPending(db);
    if (pending.length === 0) return ok('The schema is up to date');
    return warning(
      `The schema is outdated: ${pending.length} migrations are pending`,
      'Starting this version runs them. See docs/upgrade.md.',
    );
  } catch (error) {
    return problem(reasonOf(error), 'See docs/upgrade.md.');
  }
}

interface ServerRow {
  version: string;
  major: number;
  encoding: string;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  statement_ms: number;
  lock_ms: number;
  role: string;
  max_connections: number;
  connections: number;
  size: number;
  has_tables: boolean;
}

async function describeServer(db: Db): Promise<ServerRow> {
  const { rows } = await sql<ServerRow>`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer / 10000 as major,
      current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      (select setting::integer from pg_settings where name = 'statement_timeout') as statement_ms,
      (select setting::integer from pg_settings where name = 'lock_timeout') as lock_ms, quote_ident(current_user) as role,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        as max_connections,
      (select sum(numbackends) from pg_stat_database)::integer as connections,
      pg_database_size(current_database()) as size,
      to_regclass('teams') is not null as has_tables`.execute(db);
  return rows[0] as ServerRow;
}
