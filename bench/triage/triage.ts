import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../apps/server/src/db/connection.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { type Finding, median, report } from '../findings.ts';
import { type Server, startServer } from '../server.ts';
import { type LoadResult, runLoad } from '../wrk.ts';
import { type ExportResult, measureExport } from './export.ts';
import { type Filled, fillDatabase } from './fill.ts';
import { type Measurement, measurementsFor, toFinding } from './measurements.ts';

const smallSize = 10_000;
const usualConnections = 8;
const rounds = 3;

interface Subject {
  filled: Filled;
  server: Server;
  measurements: Measurement[];
}

/**
 * How much slower the dashboard's requests are with a million bugs than with ten thousand. Both are in one PostgreSQL and
 * measured in turns, a second each; after a first round to warm up, the figures are medians over the rounds.
 */
export async function benchTriage(largeSize = '1000000'): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProblem: console.error });
  const subjects: Subject[] = [];
  try {
    for (const size of [smallSize, Number(largeSize)]) {
      subjects.push(await prepare(postgres.url('postgres'), size));
    }
    const findings = [...(await measureExports(subjects)), ...(await measureRequests(subjects))];
    return report(titleFor(largeSize), findings, columns);
  } finally {
    for (const { server } of subjects) await server.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const columns = ['small p50', 'small p99', 'large p50', 'large p99', 'large/small'];

const titleFor = (largeSize: string) =>
  [
    `Triage with ${smallSize.toLocaleString('en')} (small) and ${Number(largeSize).toLocaleString('en')} bugs (large) in 20 projects of 5 teams,`,
    `for an owner of the largest team and one more; ms with ${usualConnections} connections, or one where matches are counted; the small offset is its last page;`,
  ].join(' ');

async function prepare(adminUrl: string, size: number): Promise<Subject> {
  const startedAt = performance.now();
  const filled = await fillDatabase(adminUrl, size);
  const took = Math.round((performance.now() - startedAt) / 1000);
  console.log(`filled ${size.toLocaleString('en')} bugs in ${took} s`);
  const server = await startServer({ databaseUrl: filled.url, processes: 1 });
  return { filled, server, measurements: await measurementsFor(filled) };
}

async function measureRequests(subjects: Subject[]): Promise<Finding[]> {
  const names = subjects[0]?.measurements.map(({ name }) => name) ?? [];
  const results: { p50: number; p99: number }[][] = [];
  for (const [index, name] of names.entries()) {
    console.log(name);
    results.push(await measureInTurns(subjects, index));
  }
  const detail = results[names.indexOf('detail')]?.[1]?.p50 ?? Number.NaN;
  const findings = results.map((result, index) =>
    toFinding(subjects[0]?.measurements[index] as Measurement, result, detail),
  );
  const slowest = Math.max(...results.map(([, large]) => large?.p50 ?? Number.NaN));
  return [...findings, { name: 'slowest median', value: slowest, unit: 'ms', bar: { atMost: 150 } }];
}

async function measureInTurns(subjects: Subject[], index: number): Promise<{ p50: number; p99: number }[]> {
  const measured: LoadResult[][] = subjects.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [nth, subject] of subjects.entries()) {
      measured[nth]?.push(measure(subject, index, round));
      await becomeIdle(subject.filled.url);
    }
  }
  return measured.map(([_warmUp, ...results]) => ({
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
  }));
}

/** Waits until all changes have been folded into the counts, so that the other database has the machine for itself. */
async function becomeIdle(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl);
  const isSomethingLeft = async () =>
    (await db.selectFrom('bug_deltas').select('n').limit(1).execute()).length > 0;
  while (await isSomethingLeft()) await sleep(100);
  await db.destroy();
}

function measure({ server, measurements }: Subject, index: number, round: number): LoadResult {
  const { name, requests, connections = usualConnections } = measurements[index] as Measurement;
  try {
    return runLoad({ port: server.port, connections, seconds: 1, requests: requests(round) });
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

async function measureExports(subjects: Subject[]): Promise<Finding[]> {
  console.log('export');
  const results: ExportResult[] = [];
  for (const { server, filled } of subjects) results.push(await measureExport(server, filled));
  const [small, large] = results as [ExportResult, ExportResult];
  return [
    { name: 'export: first byte, small', value: small.firstByteMs, unit: 'ms' },
    { name: 'export: first byte, large', value: large.firstByteMs, unit: 'ms', bar: { atMost: 1000 } },
    { name: 'export: rate, small', value: small.megabytesPerSecond, unit: 'MB/s' },
    { name: 'export: rate, large', value: large.megabytesPerSecond, unit: 'MB/s' },
    { name: 'export: memory, small', value: small.residentMegabytes, unit: 'MB' },
    { name: 'export: memory, large', value: large.residentMegabytes, unit: 'MB' },
    {
      name: 'export: memory, large - small',
      value: large.residentMegabytes - small.residentMegabytes,
      unit: 'MB',
      bar: { atMost: 60 },
    },
  ];
}
