import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { connect } from '../../apps/server/src/db/connection.ts';
import { type Measurement, median, report } from '../measurements.ts';
import { runPgbench, setToOneOf } from '../pgbench.ts';
import { whenSettled, withPostgres } from '../postgres.ts';
import { residentBytes } from '../processes.ts';
import { type Server, startServer } from '../server.ts';
import { type LoadRequest, runLoad, startLoad } from '../wrk.ts';
import { type Ids, list, listQueries, otherRequests, readIds, requestsWith, send } from './requests.ts';
import { type SeedData, seedDatabase } from './seed.ts';
import { detail, newest } from './statements.ts';

/** Above this size, lists may take longer. */
const defaultSize = 100_000;
const [maxMs, maxBulkMs, maxLargeMs] = [50, 100, 300];
const repetitions = 7;
const rounds = 3;

interface Subject {
  size: number;
  databaseUrl: string;
  db: Database;
  seed: SeedData;
  ids: Ids;
  server: Server;
}

/** Measures dashboard requests sequentially, compared with pgbench, and next to a noisy neighbour. */
export async function benchTriage(size = String(defaultSize)): Promise<boolean> {
  return withPostgres(async ({ createDatabase }) => {
    const databaseUrl = await createDatabase('bench');
    const seed = await seedDatabase(databaseUrl, Number(size));
    const db = connect(databaseUrl, { max: 1 });
    const ids = await readIds(db, seed);
    const server = await startServer({ databaseUrl, processes: 1 });
    const subject = { size: Number(size), databaseUrl, db, seed, ids, server };
    try {
      const measurements = [
        ...(await measureRequests(subject)),
        ...(await compareWithPgbench(subject)),
        await measureNeighbour(subject),
        ...(await measureExport(subject)),
      ];
      const title = `Dashboard requests with ${subject.size.toLocaleString('en')} bugs in 20 projects of 5 teams, for a member of two teams`;
      return report(title, measurements);
    } finally {
      await server.stop();
      await db.destroy();
    }
  });
}

/** Sends requests sequentially. The slowest median of each kind counts; changes are sent once. */
async function measureRequests(subject: Subject): Promise<Measurement[]> {
  const { size, seed, ids } = subject;
  const request = requestsWith(seed.token);
  const kinds: Record<string, LoadRequest[]> = { ...otherRequests(seed, ids) };
  for (const [name, queries] of Object.entries(listQueries(ids)))
    kinds[`list: ${name}`] = queries.map((query) => request(`${list}?${query}`));
  const measurements: Measurement[] = [];
  for (const [name, requests] of Object.entries(kinds)) {
    const medians = [];
    for (const each of requests) medians.push(await medianMs(subject, each));
    const slowest = Math.max(...medians);
    const { path } = requests[medians.indexOf(slowest)] as LoadRequest;
    console.log(`${name}: slowest ${path} (${slowest.toFixed(1)} ms)`);
    await whenSettled(subject.db);
    measurements.push({
      name,
      cells: { requests: requests.length, 'median ms': median(medians), 'slowest ms': slowest },
      value: name.startsWith('change') ? median(medians) : slowest,
      unit: 'ms',
      threshold: { atMost: thresholdOf(name, size) },
    });
  }
  return measurements;
}

function thresholdOf(name: string, size: number): number {
  if (name === 'change 500') return maxBulkMs;
  // The dashboard loads counts after the list.
  if (name.startsWith('counts')) return maxLargeMs;
  return size > defaultSize ? maxLargeMs : maxMs;
}

/** Changes are sent only once, because repeating them changes nothing. */
async function medianMs({ server }: Subject, request: LoadRequest): Promise<number> {
  const isRepeatable = request.method === 'GET' || request.path.endsWith('/counts');
  const took: number[] = [];
  for (let nth = 0; nth < (isRepeatable ? repetitions : 1); nth++) {
    const startedAt = performance.now();
    await send(server, request);
    took.push(performance.now() - startedAt);
  }
  return median(took);
}

/** Compares requests per second with pgbench running one prepared statement for the same response. */
async function compareWithPgbench({ databaseUrl, server, seed, ids }: Subject): Promise<Measurement[]> {
  const request = requestsWith(seed.token);
  const compared = [
    {
      name: 'detail',
      atLeast: 0.25,
      requests: ids.spread.map((id) => request(`${list}/${id}`)),
      script: `${setToOneOf('id', ids.spread)}${detail(seed.teams, ':id')};\n`,
    },
    { name: 'newest 50', atLeast: 0.35, requests: [request(list)], script: `${newest(seed.teams)};\n` },
  ];
  return compared.map(({ name, atLeast, requests, script }) => {
    console.log(`${name}, compared with pgbench`);
    const load = (seconds = 2) => runLoad({ port: server.port, connections: 8, seconds, requests }).perSecond;
    const pgbench = () => runPgbench({ databaseUrl, script, clients: 8, seconds: 2 }).perSecond;
    // Warms up the JIT compiler.
    load(15);
    pgbench();
    const measured = Array.from({ length: rounds }, () => ({ service: load(), pgbench: pgbench() }));
    return {
      name: `${name}, 8 connections`,
      cells: {
        'service /s': median(measured.map(({ service }) => service)),
        'pgbench /s': median(measured.map((round) => round.pgbench)),
      },
      value: median(measured.map((round) => round.service / round.pgbench)),
      unit: '× pgbench',
      threshold: { atLeast },
    };
  });
}

/** Measures the slowdown of another team's lists while this team searches and makes bulk changes continuously. */
async function measureNeighbour({ server, seed, ids }: Subject): Promise<Measurement> {
  console.log("another team's lists");
  // Gives fetch time to notice connections that the service has closed.
  await sleep(1_000);
  const neighbour = requestsWith(seed.neighbour);
  const queries = ['', '?status=open', '?severity=high', '?assignee_id=none'];
  const requests = queries.map((query) => neighbour(`${list}${query}`));
  const load = { port: server.port, connections: 3, seconds: 4, requests };
  const before = runLoad(load);
  let isOver = false;
  const repeat = async (makeRequest: (nth: number) => LoadRequest) => {
    for (let nth = 0; !isOver; nth++) await send(server, makeRequest(nth));
  };
  const request = requestsWith(seed.token);
  const changing = repeat((nth) =>
    request(`${list}/bulk`, 'POST', {
      ids: ids.newest.slice(0, 500),
      operation: 'set_status',
      value: nth % 2 ? 'open' : 'closed',
    }),
  );
  const searching = repeat(() => request(`${list}?search=checkout`));
  const [underLoad] = await Promise.all([
    startLoad(load).finally(() => {
      isOver = true;
    }),
    changing,
    searching,
  ]);
  return {
    name: "another team's lists under load",
    cells: { 'before ms': before.p50, 'under load ms': underLoad.p50 },
    value: underLoad.p50 / before.p50,
    unit: '× before',
    threshold: { atMost: 2 },
  };
}

/** Exports everything the user can see, for at most this many seconds. */
async function measureExport({ server, seed }: Subject, seconds = 8): Promise<Measurement[]> {
  console.log('export');
  await sleep(1_000);
  const before = residentBytes(server.pid);
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}${list}/export.csv`, {
    headers: { authorization: `Bearer ${seed.token}` },
  });
  if (!response.ok || !response.body) throw new Error(`The export failed with ${response.status}`);
  let [firstByteMs, bytes, resident] = [0, 0, before];
  for await (const chunk of response.body) {
    firstByteMs ||= performance.now() - startedAt;
    bytes += chunk.length;
    resident = Math.max(resident, residentBytes(server.pid));
    if (performance.now() - startedAt > seconds * 1000) break;
  }
  const rate = bytes / 1e6 / ((performance.now() - startedAt) / 1000);
  return [
    { name: 'export: first byte', value: firstByteMs, unit: 'ms', threshold: { atMost: 1000 } },
    { name: 'export: rate', value: rate, unit: 'MB/s' },
    { name: 'export: memory', value: (resident - before) / 2 ** 20, unit: 'MB', threshold: { atMost: 60 } },
  ];
}
