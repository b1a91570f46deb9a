import { loadavg } from 'node:os';
import { sql } from 'kysely';
import type { Database } from '../apps/server/src/db/connection.ts';
import { type Measurement, median, report } from './measurements.ts';
import { runPgbench } from './pgbench.ts';
import { createTables, type Postgres, whenSettled, withPostgres } from './postgres.ts';
import { cpuSeconds } from './processes.ts';
import { bareBatch, bareScript, bareTable, reportBody } from './sample-report.ts';
import { type Server, startServer } from './server.ts';
import { runLoad, unique } from './wrk.ts';

const connections = 64;
const bareClients = 8;
const seconds = 5;
const warmUpSeconds = 8;
/** CPU time of a bare insert on the reference machine, and the threshold for a stored report there. */
const reference = { bareMicros: 40, storedMicros: 350 };

interface Subject {
  db: Database;
  databaseUrl: string;
  postmasterPid: number;
  server: Server;
  keys: string[];
}

/** CPU times are microseconds per report. */
interface Round {
  barePerSecond: number;
  bareMicros: number;
  perSecond: number;
  p50: number;
  p99: number;
  service: number;
  insert: number;
  afterwards: number;
}

/**
 * Measures the CPU time of storing a report: the service, the inserting backends, and the rest of the database until events are
 * sequenced and the report is indexed. The baseline is pgbench, which inserts the same report into a bare table.
 */
export async function benchIngest(rounds = '3'): Promise<boolean> {
  return withPostgres(async (postgres) => {
    const subject = await prepare(postgres);
    try {
      console.log('Warming up');
      load(subject, warmUpSeconds);
      await whenSettled(subject.db);
      const measured: Round[] = [];
      for (let round = 1; round <= Number(rounds); round++) {
        console.log(`Round ${round} of ${rounds}, load average ${loadavg()[0]?.toFixed(2)}`);
        measured.push(await measureRound(subject));
      }
      return report(
        'Ingest of 1 KB reports, 500 projects with 50 blocklist rules each, one process',
        toMeasurements(measured),
      );
    } finally {
      await subject.server.stop();
      await subject.db.destroy();
    }
  });
}

async function prepare({ createDatabase, postmasterPid }: Postgres): Promise<Subject> {
  const databaseUrl = await createDatabase('bench');
  const db = await createTables(databaseUrl);
  await sql.raw(bareTable).execute(db);
  await seedProjects(db);
  const projects = await db.selectFrom('projects').select('api_key').execute();
  const server = await startServer({ databaseUrl, processes: 1 });
  return { db, databaseUrl, postmasterPid, server, keys: projects.map(({ api_key }) => api_key) };
}

/** Projects for which every check runs: rate limit, monthly quota and 50 rules that do not match. */
async function seedProjects(db: Database): Promise<void> {
  await sql`insert into teams (name, slug, plan) values ('Bench', 'bench', 'unlimited')`.execute(db);
  await sql`
    insert into projects (team_id, name, api_key, reports_per_minute)
    select 1, 'Project ' || n, 'sk_' || md5(n::text), 1000000 from generate_series(1, 500) as n`.execute(db);
  await sql`
    insert into blocklist_rules (team_id, project_id, kind, value)
    select team_id, projects.id, kind, start || n || ending
    from projects cross join (values ('email', 'spammer', '@example.org', 12), ('ip', '203.0.113.', '', 12),
      ('user_agent', 'BadBot/', '.0', 12), ('keyword', 'cheap watches ', '', 14)) as kinds (kind, start, ending, count)
    cross join lateral generate_series(1, count) as n`.execute(db);
}

async function measureRound(subject: Subject): Promise<Round> {
  const { db, databaseUrl, postmasterPid, server } = subject;
  const bareBefore = cpuSeconds(postmasterPid);
  const bare = runPgbench({ databaseUrl, script: bareScript, clients: bareClients, seconds });
  const bareSpent = cpuSeconds(postmasterPid) - bareBefore;
  // Otherwise its checkpoint and vacuum would count towards the reports.
  await sql`truncate bare_reports`.execute(db);
  await sql`checkpoint`.execute(db);

  const before = await readCpu(subject);
  const stored = load(subject, seconds);
  await whenSettled(db);
  const after = await readCpu(subject);
  const micros = (part: keyof typeof before) => ((after[part] - before[part]) / stored.requests) * 1e6;
  return {
    barePerSecond: bare.perSecond * bareBatch,
    bareMicros: (bareSpent / (bare.transactions * bareBatch)) * 1e6,
    perSecond: stored.perSecond,
    p50: stored.p50,
    p99: stored.p99,
    service: micros('service'),
    insert: micros('insert'),
    afterwards: micros('database') - micros('insert'),
  };

  async function readCpu({ db }: Subject) {
    return {
      service: cpuSeconds(server.pid),
      database: cpuSeconds(postmasterPid),
      insert: (await insertingBackends(db)).reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    };
  }
}

/** Backends that store reports, identified by their last statement. */
async function insertingBackends(db: Database): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike '%idempotency_key%'`.execute(
    db,
  );
  if (rows.length === 0) throw new Error('No backend has stored a report');
  return rows.map(({ pid }) => pid);
}

const load = ({ server, keys }: Subject, forSeconds: number) =>
  runLoad({
    port: server.port,
    connections,
    seconds: forSeconds,
    requests: keys.map((key) => ({
      method: 'POST',
      path: '/api/v1/bugs',
      headers: { 'X-API-Key': key, 'Idempotency-Key': unique },
      body: reportBody,
    })),
  });

function toMeasurements(rounds: Round[]): Measurement[] {
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  const bareMicros = of((round) => round.bareMicros);
  const threshold = Math.round((reference.storedMicros * bareMicros) / reference.bareMicros);
  return [
    { name: 'bare insert (pgbench)', value: of((round) => round.barePerSecond), unit: '/s' },
    { name: '  CPU time', value: bareMicros, unit: 'µs' },
    { name: `stored reports, ${connections} connections`, value: of((round) => round.perSecond), unit: '/s' },
    {
      name: '  relative to bare inserts',
      value: of((round) => round.perSecond / round.barePerSecond),
      unit: '',
    },
    { name: '  median', value: of((round) => round.p50), unit: 'ms' },
    { name: '  99th percentile', value: of((round) => round.p99), unit: 'ms' },
    { name: 'CPU time, service', value: of((round) => round.service), unit: 'µs' },
    { name: 'CPU time, inserting backends', value: of((round) => round.insert), unit: 'µs' },
    { name: 'CPU time, rest of the database', value: of((round) => round.afterwards), unit: 'µs' },
    {
      name: 'CPU time per report',
      value: of((round) => round.service + round.insert + round.afterwards),
      unit: 'µs',
      threshold: { atMost: threshold },
    },
  ];
}
