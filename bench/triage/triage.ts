import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { connect } from '../../apps/server/src/db/connection.ts';
import { type Finding, median, report } from '../findings.ts';
import { runPgbench, setToOneOf } from '../pgbench.ts';
import { whenSettled, withPostgres } from '../postgres.ts';
import { residentBytes } from '../processes.ts';
import { type Server, startServer } from '../server.ts';
import { type LoadRequest, runLoad, startLoad } from '../wrk.ts';
import { type Filled, fillDatabase } from './fill.ts';
import { type Ids, list, listQueries, otherRequests, readIds, requestsWith, send } from './requests.ts';
import { detail, newest } from './statements.ts';

/** With more bugs than this, lists may take longer. */
const usualSize = 100_000;
const [usualMs, manyMs, largeMs] = [50, 100, 300];
const repetitions = 7;
const rounds = 3;

interface Subject {
  size: number;
  databaseUrl: string;
  db: Database;
  filled: Filled;
  ids: Ids;
  server: Server;
}

/** The requests of the dashboard with so many bugs: one after the other, beside what pgbench does, and beside another team's. */
export async function benchTriage(size = String(usualSize)): Promise<boolean> {
  return withPostgres(async ({ createDatabase }) => {
    const databaseUrl = await createDatabase('bench');
    const filled = await fillDatabase(databaseUrl, Number(size));
    const db = connect(databaseUrl, { max: 1 });
    const ids = await readIds(db, filled);
    const server = await startServer({ databaseUrl, processes: 1 });
    const subject = { size: Number(size), databaseUrl, db, filled, ids, server };
    try {
      const findings = [
        ...(await measureRequests(subject)),
        ...(await compareWithPgbench(subject)),
        await measureNeighbour(subject),
        ...(await measureExport(subject)),
      ];
      const title = `Triage with ${subject.size.toLocaleString('en')} bugs in 20 projects of 5 teams, for a member of two of them`;
      return report(title, findings);
    } finally {
      await server.stop();
      await db.destroy();
    }
  });
}

/** Sends requests one after the other. Of each kind the request with the slowest median counts; changes are sent only once. */
async function measureRequests(subject: Subject): Promise<Finding[]> {
  const { size, filled, ids } = subject;
  const request = requestsWith(filled.token);
  const kinds: Record<string, LoadRequest[]> = { ...otherRequests(filled, ids) };
  for (const [name, queries] of Object.entries(listQueries(ids)))
    kinds[`list: ${name}`] = queries.map((query) => request(`${list}?${query}`));
  const findings: Finding[] = [];
  for (const [name, requests] of Object.entries(kinds)) {
    const medians = [];
    for (const each of requests) medians.push(await medianMs(subject, each));
    const slowest = Math.max(...medians);
    const { path } = requests[medians.indexOf(slowest)] as LoadRequest;
    console.log(`${name}: slowest ${path} (${slowest.toFixed(1)} ms)`);
    await whenSettled(subject.db);
    findings.push({
      name,
      cells: { requests: requests.length, 'median ms': median(medians), 'slowest ms': slowest },
      value: name.startsWith('change') ? median(medians) : slowest,
      unit: 'ms',
      bar: { atMost: barOf(name, size) },
    });
  }
  return findings;
}

function barOf(name: string, size: number): number {
  if (name === 'change 500') return manyMs;
  // The dashboard shows them when they come, beside a list that is there already.
  if (name.startsWith('counts')) return largeMs;
  return size > usualSize ? largeMs : usualMs;
}

/** The median of several times; of a change the only time, because a second one would change nothing. */
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

/** Requests a second with 8 connections, beside what pgbench does with one prepared statement for the same answer. */
async function compareWithPgbench({ databaseUrl, server, filled, ids }: Subject): Promise<Finding[]> {
  const request = requestsWith(filled.token);
  const compared = [
    {
      name: 'detail',
      atLeast: 0.25,
      requests: ids.spread.map((id) => request(`${list}/${id}`)),
      script: `${setToOneOf('id', ids.spread)}${detail(filled.teams, ':id')};\n`,
    },
    { name: 'newest 50', atLeast: 0.35, requests: [request(list)], script: `${newest(filled.teams)};\n` },
  ];
  return compared.map(({ name, atLeast, requests, script }) => {
    console.log(`${name} beside pgbench`);
    const load = (seconds = 2) => runLoad({ port: server.port, connections: 8, seconds, requests }).perSecond;
    const pgbench = () => runPgbench({ databaseUrl, script, clients: 8, seconds: 2 }).perSecond;
    // So long the compiler of JavaScript goes on improving what is called often.
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
      bar: { atLeast },
    };
  });
}

/** How much longer another team's lists take while this one searches and changes 10,000 bugs at once, over and over. */
async function measureNeighbour({ server, filled, ids }: Subject): Promise<Finding> {
  console.log("another team's lists");
  // Connections that the service closed during the loads before are noticed as closed.
  await sleep(1_000);
  const neighbour = requestsWith(filled.neighbour);
  const queries = ['', '?status=open', '?severity=high', '?assignee_id=none'];
  const requests = queries.map((query) => neighbour(`${list}${query}`));
  const load = { port: server.port, connections: 3, seconds: 4, requests };
  const before = runLoad(load);
  let isOver = false;
  const repeat = async (makeRequest: (nth: number) => LoadRequest) => {
    for (let nth = 0; !isOver; nth++) await send(server, makeRequest(nth));
  };
  const request = requestsWith(filled.token);
  const changing = repeat((nth) =>
    request(`${list}/bulk`, 'POST', {
      ids: ids.newest.slice(0, 500),
      operation: 'set_status',
      value: nth % 2 ? 'open' : 'closed',
    }),
  );
  const searching = repeat(() => request(`${list}?search=checkout`));
  const [meanwhile] = await Promise.all([
    startLoad(load).finally(() => {
      isOver = true;
    }),
    changing,
    searching,
  ]);
  return {
    name: "another team's lists meanwhile",
    cells: { 'before ms': before.p50, 'meanwhile ms': meanwhile.p50 },
    value: meanwhile.p50 / before.p50,
    unit: '× before',
    bar: { atMost: 2 },
  };
}

/** An export of everything that the user can see, for at most so many seconds. */
async function measureExport({ server, filled }: Subject, seconds = 8): Promise<Finding[]> {
  console.log('export');
  await sleep(1_000);
  const before = residentBytes(server.pid);
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}${list}/export.csv`, {
    headers: { authorization: `Bearer ${filled.token}` },
  });
  if (!response.ok || !response.body) throw new Error(`The export answered ${response.status}`);
  let [firstByteMs, bytes, resident] = [0, 0, before];
  for await (const chunk of response.body) {
    firstByteMs ||= performance.now() - startedAt;
    bytes += chunk.length;
    resident = Math.max(resident, residentBytes(server.pid));
    if (performance.now() - startedAt > seconds * 1000) break;
  }
  const rate = bytes / 1e6 / ((performance.now() - startedAt) / 1000);
  return [
    { name: 'export: first byte', value: firstByteMs, unit: 'ms', bar: { atMost: 1000 } },
    { name: 'export: rate', value: rate, unit: 'MB/s' },
    { name: 'export: memory', value: (resident - before) / 2 ** 20, unit: 'MB', bar: { atMost: 60 } },
  ];
}
