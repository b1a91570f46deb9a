import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/index.ts';
import { cpuSeconds } from '../cpu.ts';
import { type Finding, report } from '../findings.ts';
import type { LoadResult } from '../load.ts';
import { type PgbenchResult, runPgbench } from '../pgbench.ts';
import { runLoad } from '../run-load.ts';
import { startServer } from '../server.ts';
import { type Filled, fillDatabase } from './fill.ts';
import { baselineScript, reportRequests } from './report.ts';

const seconds = 8;
const warmUpSeconds = 3;

interface Measured extends LoadResult {
  /** Microseconds of processor time for each report. */
  serviceMicros: number;
  databaseMicros: number;
}

/**
 * How many reports a second are stored, beside what the same PostgreSQL can commit one by one. Everything is measured in
 * one run on one server with default durability.
 */
export async function benchIngest(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProblem: console.error });
  try {
    const filled = await fillDatabase(postgres.url('postgres'));
    console.log('measuring: commits one by one');
    const naive = measureNaive(filled.baselineUrl);
    console.log('measuring: one process');
    const one = await measureService(filled, { processes: 1, connections: 64 });
    const lone = await measureService(filled, { processes: 1, connections: 1 });
    console.log('measuring: one process without its database');
    const bare = await measureService(filled, { processes: 1, connections: 64, withoutDatabase: true });
    console.log('measuring: two processes');
    const two = await measureService(filled, { processes: 2, connections: 256 });
    return report(
      'Ingest of 1 KB reports, 500 projects, 50 rules each',
      toFindings({ ...naive, one, lone, bare, two }),
    );
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The best of 8 and 32 clients, and one alone for the latency of a commit. */
function measureNaive(databaseUrl: string): { naive: PgbenchResult; single: PgbenchResult } {
  const run = (clients: number) => runPgbench({ databaseUrl, script: baselineScript, clients, seconds });
  const [few, many, single] = [run(8), run(32), run(1)];
  return { naive: few.perSecond > many.perSecond ? few : many, single };
}

interface Setup {
  processes: number;
  connections: number;
  withoutDatabase?: boolean;
}

async function measureService(
  filled: Filled,
  { processes, connections, withoutDatabase = false }: Setup,
): Promise<Measured> {
  const server = await startServer({ databaseUrl: filled.serviceUrl, processes, withoutDatabase });
  try {
    const plan = { port: server.port, connections, requests: reportRequests(filled.keys) };
    await runLoad({ ...plan, seconds: warmUpSeconds });
    const before = { service: cpuSeconds(server.pid), database: cpuSeconds(filled.postmasterPid) };
    const result = await runLoad({ ...plan, seconds });
    if (result.failures > 0) throw new Error(`${result.failures} reports were not answered with 201`);
    const reports = result.perSecond * seconds;
    return {
      ...result,
      serviceMicros: ((cpuSeconds(server.pid) - before.service) / reports) * 1e6,
      databaseMicros: ((cpuSeconds(filled.postmasterPid) - before.database) / reports) * 1e6,
    };
  } finally {
    await server.stop();
  }
}

interface Figures {
  naive: PgbenchResult;
  single: PgbenchResult;
  one: Measured;
  lone: Measured;
  bare: Measured;
  two: Measured;
}

function toFindings({ naive, single, one, lone, bare, two }: Figures): Finding[] {
  return [
    { name: 'commits one by one (pgbench, a)', value: naive.perSecond, unit: '/s' },
    { name: 'one process, 64 connections (b)', value: one.perSecond, unit: '/s' },
    { name: '  b / a', value: one.perSecond / naive.perSecond, unit: '', bar: { atLeast: 1 } },
    { name: '  median', value: one.p50, unit: 'ms' },
    { name: '  99th percentile', value: one.p99, unit: 'ms', bar: { atMost: 60 } },
    { name: '  processor time, service', value: one.serviceMicros, unit: 'µs' },
    { name: '  processor time, database', value: one.databaseMicros, unit: 'µs' },
    { name: 'without its database', value: bare.perSecond, unit: '/s' },
    { name: '  b / without', value: one.perSecond / bare.perSecond, unit: '', bar: { atLeast: 0.5 } },
    { name: 'two processes, 256 connections (b)', value: two.perSecond, unit: '/s' },
    { name: '  b / a', value: two.perSecond / naive.perSecond, unit: '', bar: { atLeast: 1.3 } },
    { name: '  median', value: two.p50, unit: 'ms' },
    { name: '  99th percentile', value: two.p99, unit: 'ms', bar: { atMost: 60 } },
    { name: '  processor time, service', value: two.serviceMicros, unit: 'µs' },
    { name: '  processor time, database', value: two.databaseMicros, unit: 'µs' },
    { name: 'one client alone (pgbench)', value: single.latencyMs, unit: 'ms' },
    { name: 'one client alone', value: lone.p50, unit: 'ms' },
    { name: '  times pgbench', value: lone.p50 / single.latencyMs, unit: '', bar: { atMost: 4 } },
  ];
}
