import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/index.ts';
import { cpuSeconds } from '../cpu.ts';
import { type Finding, median, report } from '../findings.ts';
import { type PgbenchResult, runPgbench } from '../pgbench.ts';
import { startServer } from '../server.ts';
import { type LoadResult, runLoad } from '../wrk.ts';
import { type Filled, fillDatabase } from './fill.ts';
import { naiveScript, oneStatementScript, reportBody } from './report.ts';

const rounds = 3;
const seconds = 4;
const warmUpSeconds = 5;

interface Measured extends LoadResult {
  /** Microseconds of processor time for each report. */
  serviceMicros: number;
  databaseMicros: number;
}

interface Round {
  naive: PgbenchResult;
  oneStatement: PgbenchResult;
  single: PgbenchResult;
  one: Measured;
  lone: Measured;
  bare: Measured;
  two: Measured;
}

/**
 * How many reports a second are stored, beside what the same PostgreSQL can commit one by one. Everything is measured
 * side by side, round after round, on one server with default durability; the figures are medians over the rounds.
 */
export async function benchIngest(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProblem: console.error });
  try {
    const filled = await fillDatabase(postgres.url('postgres'));
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round++) {
      console.log(`round ${round} of ${rounds}`);
      measured.push(await measureRound(filled));
    }
    return report('Ingest of 1 KB reports, 500 projects, 50 rules each', toFindings(measured));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureRound(filled: Filled): Promise<Round> {
  const pgbench = (script: string, clients: number) =>
    runPgbench({ databaseUrl: filled.baselineUrl, script, clients, seconds });
  const better = (script: string) => {
    const [few, many] = [pgbench(script, 8), pgbench(script, 32)];
    return few.perSecond > many.perSecond ? few : many;
  };
  return {
    naive: better(naiveScript),
    one: await measureService(filled, { processes: 1, connections: 64 }),
    oneStatement: better(oneStatementScript),
    two: await measureService(filled, { processes: 2, connections: 256 }),
    single: pgbench(naiveScript, 1),
    lone: await measureService(filled, { processes: 1, connections: 1 }),
    bare: await measureService(filled, { processes: 1, connections: 64, withoutDatabase: true }),
  };
}

interface Setup {
  processes: number;
  connections: number;
  withoutDatabase?: boolean;
}

async function measureService(filled: Filled, setup: Setup): Promise<Measured> {
  const { processes, connections, withoutDatabase = false } = setup;
  const server = await startServer({ databaseUrl: filled.serviceUrl, processes, withoutDatabase });
  try {
    const load = {
      port: server.port,
      connections,
      path: '/api/v1/bugs',
      apiKeys: filled.keys,
      body: reportBody,
    };
    runLoad({ ...load, seconds: warmUpSeconds });
    const before = { service: cpuSeconds(server.pid), database: cpuSeconds(filled.postmasterPid) };
    const result = runLoad({ ...load, seconds });
    return {
      ...result,
      serviceMicros: ((cpuSeconds(server.pid) - before.service) / result.requests) * 1e6,
      databaseMicros: ((cpuSeconds(filled.postmasterPid) - before.database) / result.requests) * 1e6,
    };
  } finally {
    await server.stop();
  }
}

function toFindings(measured: Round[]): Finding[] {
  const of = (read: (round: Round) => number) => median(measured.map(read));
  return [
    {
      name: 'one by one, three statements (pgbench, a)',
      value: of(({ naive }) => naive.perSecond),
      unit: '/s',
    },
    {
      name: 'one by one, one statement (pgbench)',
      value: of(({ oneStatement }) => oneStatement.perSecond),
      unit: '/s',
    },
    { name: 'one process, 64 connections (b)', value: of(({ one }) => one.perSecond), unit: '/s' },
    {
      name: '  b / a',
      value: of(({ one, naive }) => one.perSecond / naive.perSecond),
      unit: '',
      bar: { atLeast: 1 },
    },
    {
      name: '  b / one statement',
      value: of(({ one, oneStatement }) => one.perSecond / oneStatement.perSecond),
      unit: '',
    },
    { name: '  median', value: of(({ one }) => one.p50), unit: 'ms' },
    { name: '  99th percentile', value: of(({ one }) => one.p99), unit: 'ms', bar: { atMost: 60 } },
    { name: '  processor time, service', value: of(({ one }) => one.serviceMicros), unit: 'µs' },
    { name: '  processor time, database', value: of(({ one }) => one.databaseMicros), unit: 'µs' },
    { name: 'two processes, 256 connections (b)', value: of(({ two }) => two.perSecond), unit: '/s' },
    {
      name: '  b / a',
      value: of(({ two, naive }) => two.perSecond / naive.perSecond),
      unit: '',
      bar: { atLeast: 1.3 },
    },
    {
      name: '  b / one statement',
      value: of(({ two, oneStatement }) => two.perSecond / oneStatement.perSecond),
      unit: '',
    },
    { name: '  median', value: of(({ two }) => two.p50), unit: 'ms' },
    { name: '  99th percentile', value: of(({ two }) => two.p99), unit: 'ms', bar: { atMost: 60 } },
    { name: '  processor time, service', value: of(({ two }) => two.serviceMicros), unit: 'µs' },
    { name: '  processor time, database', value: of(({ two }) => two.databaseMicros), unit: 'µs' },
    { name: 'without its database', value: of(({ bare }) => bare.perSecond), unit: '/s' },
    {
      name: '  b / without',
      value: of(({ one, bare }) => one.perSecond / bare.perSecond),
      unit: '',
      bar: { atLeast: 0.5 },
    },
    { name: 'one client alone (pgbench)', value: of(({ single }) => single.latencyMs), unit: 'ms' },
    { name: 'one client alone', value: of(({ lone }) => lone.p50), unit: 'ms' },
    {
      name: '  times pgbench',
      value: of(({ lone, single }) => lone.p50 / single.latencyMs),
      unit: '',
      bar: { atMost: 4 },
    },
  ];
}
