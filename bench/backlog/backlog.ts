import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { countJobs } from '../../apps/server/src/features/counts/jobs.ts';
import { searchJobs } from '../../apps/server/src/features/search/jobs.ts';
import { type Finding, median, report } from '../findings.ts';
import { reportBody } from '../ingest/report.ts';
import { type Server, startServer } from '../server.ts';
import { type Load, type LoadResult, startLoad } from '../wrk.ts';
import { startExporting } from './export.ts';
import { flooded, type Prepared, prepare, quiet } from './fill.ts';
import { countIndexed, type Flood, flood, isAnythingLeft, isLeftOf } from './flood.ts';

const rounds = 3;
const seconds = 8;
const exported = 50_000;
/** Looking costs something too. */
const lookMs = 100;

interface Bench extends Prepared {
  server: Server;
  /** How many reports come at once. */
  size: number;
}

/** What one round found. Times are seconds until a flood is indexed and counted, rates are reports a second. */
interface Round {
  alone: number;
  full: { without: LoadResult; with: LoadResult; drained: number; rest: number };
  half: { without: LoadResult; with: LoadResult; took: number };
  export: { without: LoadResult; with: LoadResult; alone: number; beside: number };
}

/**
 * What a flood of reports leaves to be done afterwards, indexing and folding counts, and an export with a search beside reports
 * that keep coming: as many as the service can take, and half as many.
 */
export async function benchBacklog(size = '200000'): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProblem: console.error });
  let server: Server | undefined;
  try {
    const prepared = await prepare(postgres.url('postgres'));
    server = await startServer({ databaseUrl: prepared.url, processes: 1 });
    const bench = { ...prepared, server, size: Number(size) };
    await warmUp(bench);
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round++) {
      console.log(`round ${round} of ${rounds}`);
      measured.push(await measureRound(bench));
    }
    await prepared.db.destroy();
    const title = `A flood of ${bench.size.toLocaleString('en')} reports to index and count, and an export, beside ingest`;
    return report(title, toFindings(measured));
  } finally {
    await server?.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function warmUp(bench: Bench): Promise<void> {
  console.log('warming up');
  await flood(bench.db, quiet, exported);
  await startLoad(fullLoad(bench, 10));
  await becomeIdle(bench.db);
}

const fullLoad = ({ server, keys }: Bench, forSeconds = seconds): Load => ({
  port: server.port,
  connections: 64,
  seconds: forSeconds,
  requests: keys.map((key) => ({
    method: 'POST',
    path: '/api/v1/bugs',
    headers: { 'X-API-Key': key },
    body: reportBody,
  })),
});

const manyConnections = 512;

/** Many clients that wait between two reports: so many a second come, whether they are answered a little sooner or later. */
const loadOf = (bench: Bench, perSecond: number, forSeconds = seconds): Load => ({
  ...fullLoad(bench, forSeconds),
  connections: manyConnections,
  pauseMs: Math.round((manyConnections / perSecond) * 1000),
});

async function measureRound(bench: Bench): Promise<Round> {
  const alone = await measureAlone(bench);
  const full = await measureFull(bench);
  const half = await measureHalf(bench, full.without.perSecond / 2);
  const round = { alone, full, half, export: await measureExport(bench) };
  console.log(JSON.stringify(round));
  return round;
}

async function measureAlone(bench: Bench): Promise<number> {
  console.log('  a flood alone');
  const left = await floodHeld(bench);
  const startedAt = performance.now();
  await letGo(bench.db);
  await whenGone(bench.db, left);
  return secondsSince(startedAt);
}

/** The load goes on for some seconds, which is not long enough for all of the flood. */
async function measureFull(bench: Bench) {
  console.log('  ingest at its fastest');
  await hold(bench.db);
  const without = await startLoad(fullLoad(bench));
  await becomeIdle(bench.db);
  const left = await floodHeld(bench);
  await letGo(bench.db);
  const during = await startLoad(fullLoad(bench));
  const drained = await countIndexed(bench.db, left);
  const startedAt = performance.now();
  await whenGone(bench.db, left);
  const rest = secondsSince(startedAt);
  await becomeIdle(bench.db);
  return { without, with: during, drained, rest };
}

async function measureHalf(bench: Bench, perSecond: number) {
  console.log('  ingest at half of that');
  await hold(bench.db);
  const without = await startLoad(loadOf(bench, perSecond));
  await becomeIdle(bench.db);
  const left = await floodHeld(bench);
  const startedAt = performance.now();
  await letGo(bench.db);
  const loading = startLoad(loadOf(bench, perSecond, 2 * seconds));
  await whenGone(bench.db, left);
  const took = secondsSince(startedAt);
  const during = await loading;
  await becomeIdle(bench.db);
  return { without, with: during, took };
}

async function measureExport(bench: Bench) {
  console.log('  an export');
  const first = startExporting(bench.server, bench.token);
  await sleep(seconds * 500);
  const alone = await first.stop();
  await hold(bench.db);
  const without = await startLoad(fullLoad(bench));
  const second = startExporting(bench.server, bench.token);
  const during = await startLoad(fullLoad(bench));
  const beside = await second.stop();
  await becomeIdle(bench.db);
  return { without, with: during, alone, beside };
}

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000;

const kinds = Object.keys({ ...countJobs, ...searchJobs });

/** Keeps the service from indexing and counting, as if another process had taken these jobs. */
async function hold(db: Database): Promise<void> {
  const take = () =>
    sql`
      update jobs set leased_until = now() + interval '60 seconds'
      where kind = any(${kinds}) and leased_until is null`.execute(db);
  for (let taken = 0; taken < kinds.length; ) {
    taken += Number((await take()).numAffectedRows);
    await sleep(20);
  }
}

async function letGo(db: Database): Promise<void> {
  await sql`update jobs set leased_until = null, run_at = now() where kind = any(${kinds})`.execute(db);
}

async function floodHeld({ db, size }: Bench): Promise<Flood> {
  await hold(db);
  const left = await flood(db, flooded, size);
  await sql`checkpoint`.execute(db);
  return left;
}

async function whenGone(db: Database, left: Flood): Promise<void> {
  while (await isLeftOf(db, left)) await sleep(lookMs);
}

/** Waits until nothing is left to be indexed and counted. */
async function becomeIdle(db: Database): Promise<void> {
  await letGo(db);
  while (await isAnythingLeft(db)) await sleep(lookMs);
}

function toFindings(measured: Round[]): Finding[] {
  const of = (read: (round: Round) => number) => median(measured.map(read));
  const beside = (read: (round: Round) => [LoadResult, LoadResult]) =>
    of((round) => read(round)[0].perSecond / read(round)[1].perSecond);
  return [
    { name: 'indexed and counted, alone (a)', value: of(({ alone }) => alone), unit: 's' },
    { name: 'ingest at its fastest (b)', value: of(({ full }) => full.without.perSecond), unit: '/s' },
    { name: '  99th percentile', value: of(({ full }) => full.without.p99), unit: 'ms' },
    { name: 'with a flood to index', value: of(({ full }) => full.with.perSecond), unit: '/s' },
    {
      name: '  / b',
      value: beside(({ full }) => [full.with, full.without]),
      unit: '',
      bar: { atLeast: 0.9 },
    },
    { name: '  99th percentile', value: of(({ full }) => full.with.p99), unit: 'ms' },
    {
      name: '  of the flood, indexed meanwhile',
      value: of(({ full }) => full.drained / seconds),
      unit: '/s',
    },
    { name: '  the rest, once it ends', value: of(({ full }) => full.rest), unit: 's' },
    { name: '  / a', value: of(({ full, alone }) => full.rest / alone), unit: '', bar: { atMost: 2 } },
    { name: 'with an export that searches', value: of((round) => round.export.with.perSecond), unit: '/s' },
    {
      name: '  / without it, measured just before',
      value: beside((round) => [round.export.with, round.export.without]),
      unit: '',
      bar: { atLeast: 0.9 },
    },
    { name: '  exported, alone', value: of((round) => round.export.alone / 1e6), unit: 'MB/s' },
    { name: '  exported, beside ingest', value: of((round) => round.export.beside / 1e6), unit: 'MB/s' },
    { name: 'ingest at half of b (c)', value: of(({ half }) => half.without.perSecond), unit: '/s' },
    { name: '  99th percentile', value: of(({ half }) => half.without.p99), unit: 'ms' },
    { name: 'with a flood to index', value: of(({ half }) => half.with.perSecond), unit: '/s' },
    {
      name: '  / c',
      value: beside(({ half }) => [half.with, half.without]),
      unit: '',
      bar: { atLeast: 0.9 },
    },
    { name: '  99th percentile', value: of(({ half }) => half.with.p99), unit: 'ms' },
    { name: '  indexed and counted', value: of(({ half }) => half.took), unit: 's' },
    { name: '  / a', value: of(({ half, alone }) => half.took / alone), unit: '', bar: { atMost: 2 } },
  ];
}
