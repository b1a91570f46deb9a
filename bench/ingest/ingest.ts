import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect } from '../../apps/server/src/db/connection.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { whenIndexed } from '../../apps/server/test/search.ts';
import { spentDuring } from '../cpu.ts';
import { type Finding, median, report } from '../findings.ts';
import { type PgbenchResult, runPgbench } from '../pgbench.ts';
import { type Server, startServer } from '../server.ts';
import { type LoadResult, runLoad, unique } from '../wrk.ts';
import { type Filled, fillDatabase } from './fill.ts';
import { naiveScript, oneStatementScript, reportBody } from './report.ts';

const rounds = 5;
const seconds = 4;
const warmUpSeconds = 15;

interface Measured extends LoadResult {
  /** Microseconds of processor time for each report. */
  serviceMicros: number;
  databaseMicros: number;
}

interface Baseline {
  naive: PgbenchResult;
  oneStatement: PgbenchResult;
}

interface RoundOfOne extends Baseline {
  single: PgbenchResult;
  /** Reports a second with an Idempotency-Key, for each a second without, by connections. */
  keyedShares: number[];
  one: Measured;
  lone: Measured;
  bare: Measured;
}

interface RoundOfTwo extends Baseline {
  two: Measured;
}

/**
 * How many reports a second are stored, beside what the same PostgreSQL can commit one by one. All of them have an
 * Idempotency-Key, as the widget's have, except those that are measured to compare the two. What is compared is
 * measured side by side, round after round, on one server with default durability; the figures are medians over the
 * rounds. No other service runs meanwhile: it would take its share of the work that follows a report.
 */
export async function benchIngest(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProblem: console.error });
  try {
    const filled = await fillDatabase(postgres.url('postgres'));
    const ofOne = await inRounds(filled, [oneProcess, withoutDatabase], measureOne);
    const ofTwo = await inRounds(filled, [twoProcesses], measureTwo);
    return report('Ingest of 1 KB reports, 500 projects, 50 rules each', toFindings(ofOne, ofTwo));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const oneProcess = { processes: 1, connections: 64 };
const twoProcesses = { processes: 2, connections: 256 };
const withoutDatabase = { processes: 1, connections: 64, withoutDatabase: true };

async function inRounds<T>(
  filled: Filled,
  setups: Setup[],
  measureRound: (filled: Filled, services: Service[]) => Promise<T>,
): Promise<T[]> {
  const services: Service[] = [];
  try {
    for (const setup of setups) services.push(await startService(filled, setup));
    await warmUp(filled, services);
    const measured: T[] = [];
    for (let round = 1; round <= rounds; round++) {
      console.log(`round ${round} of ${rounds}`);
      await makeLogSegments(filled.serviceUrl);
      measured.push(await measureRound(filled, services));
    }
    return measured;
  } finally {
    for (const { server } of services) await server.stop();
  }
}

interface Setup {
  processes: number;
  connections: number;
  withoutDatabase?: boolean;
}

interface Service {
  server: Server;
  connections: number;
}

async function startService(filled: Filled, setup: Setup): Promise<Service> {
  const server = await startServer({ databaseUrl: filled.serviceUrl, ...setup });
  return { server, connections: setup.connections };
}

/**
 * A service runs for months: what counts is its speed when its code has been compiled and the database writes to log
 * segments that it has written to before.
 */
async function warmUp(filled: Filled, services: Service[]): Promise<void> {
  for (const [index, service] of services.entries()) {
    console.log(`warming up ${index + 1} of ${services.length}`);
    load(filled, service, warmUpSeconds);
  }
  await becomeIdle(filled.serviceUrl);
}

/** Waits until new reports are in the search index, so that what is measured next has the machine for itself. */
async function becomeIdle(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl);
  await whenIndexed({ db });
  await db.destroy();
}

/** Fills as many segments of the write-ahead log as the server keeps. The checkpoint then recycles them. */
async function makeLogSegments(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl);
  for (let count = 0; count < 128; count++) {
    await sql`select pg_logical_emit_message(true, '', '')`.execute(db);
    await sql`select pg_switch_wal()`.execute(db);
  }
  await sql`checkpoint`.execute(db);
  await db.destroy();
}

/** Measures one round, in an order in which what is compared with each other comes one after the other. */
async function measureOne(filled: Filled, [one, bare]: Service[]): Promise<RoundOfOne> {
  return {
    naive: better(filled, naiveScript),
    one: await measure(filled, one as Service),
    bare: await measure(filled, bare as Service),
    keyedShares: await compareKeyed(filled, one as Service),
    oneStatement: better(filled, oneStatementScript),
    single: pgbench(filled, naiveScript, 1),
    lone: await measure(filled, { ...(one as Service), connections: 1 }),
  };
}

async function measureTwo(filled: Filled, [two]: Service[]): Promise<RoundOfTwo> {
  return {
    naive: better(filled, naiveScript),
    two: await measure(filled, two as Service),
    oneStatement: better(filled, oneStatementScript),
  };
}

const comparedConnections = [64, 300, 600];

async function compareKeyed(filled: Filled, { server }: Service): Promise<number[]> {
  const shares: number[] = [];
  for (const connections of comparedConnections) {
    const plain = load(filled, { server, connections }, seconds, false);
    const keyed = load(filled, { server, connections }, seconds);
    shares.push(keyed.perSecond / plain.perSecond);
  }
  await becomeIdle(filled.serviceUrl);
  return shares;
}

function better(filled: Filled, script: string): PgbenchResult {
  const [few, many] = [pgbench(filled, script, 8), pgbench(filled, script, 32)];
  return few.perSecond > many.perSecond ? few : many;
}

function pgbench({ baselineUrl }: Filled, script: string, clients: number): PgbenchResult {
  return runPgbench({ databaseUrl: baselineUrl, script, clients, seconds });
}

function load(
  filled: Filled,
  { server, connections }: Service,
  forSeconds: number,
  isKeyed = true,
): LoadResult {
  return runLoad({
    port: server.port,
    connections,
    seconds: forSeconds,
    requests: filled.keys.map((key) => ({
      method: 'POST',
      path: '/api/v1/bugs',
      headers: { 'X-API-Key': key, ...(isKeyed && { 'Idempotency-Key': unique }) },
      body: reportBody,
    })),
  });
}

async function measure(filled: Filled, service: Service): Promise<Measured> {
  const pids = { service: service.server.pid, database: filled.postmasterPid };
  load(filled, service, 1);
  const { result, spent } = spentDuring(pids, () => load(filled, service, seconds));
  await becomeIdle(filled.serviceUrl);
  return {
    ...result,
    serviceMicros: (spent.service / result.requests) * 1e6,
    databaseMicros: (spent.database / result.requests) * 1e6,
  };
}

function toFindings(ofOne: RoundOfOne[], ofTwo: RoundOfTwo[]): Finding[] {
  const of = (read: (round: RoundOfOne) => number) => median(ofOne.map(read));
  const beside = (read: (round: RoundOfTwo) => number) => median(ofTwo.map(read));
  return [
    {
      name: 'one by one, four statements (pgbench, a)',
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
    { name: '  in the worst round', value: Math.max(...ofOne.map(({ one }) => one.p99)), unit: 'ms' },
    { name: '  processor time, service', value: of(({ one }) => one.serviceMicros), unit: 'µs' },
    { name: '  processor time, database', value: of(({ one }) => one.databaseMicros), unit: 'µs' },
    ...comparedConnections.map((connections, index) => ({
      name: `  with Idempotency-Key / without, ${connections} connections`,
      value: of(({ keyedShares }) => keyedShares[index] as number),
      unit: '',
      bar: { atLeast: 0.7 },
    })),
    {
      name: 'one by one, beside two processes (a)',
      value: beside(({ naive }) => naive.perSecond),
      unit: '/s',
    },
    { name: 'two processes, 256 connections (b)', value: beside(({ two }) => two.perSecond), unit: '/s' },
    {
      name: '  b / a',
      value: beside(({ two, naive }) => two.perSecond / naive.perSecond),
      unit: '',
      bar: { atLeast: 1.3 },
    },
    {
      name: '  b / one statement',
      value: beside(({ two, oneStatement }) => two.perSecond / oneStatement.perSecond),
      unit: '',
    },
    { name: '  median', value: beside(({ two }) => two.p50), unit: 'ms' },
    { name: '  99th percentile', value: beside(({ two }) => two.p99), unit: 'ms', bar: { atMost: 60 } },
    { name: '  in the worst round', value: Math.max(...ofTwo.map(({ two }) => two.p99)), unit: 'ms' },
    { name: '  processor time, service', value: beside(({ two }) => two.serviceMicros), unit: 'µs' },
    { name: '  processor time, database', value: beside(({ two }) => two.databaseMicros), unit: 'µs' },
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
