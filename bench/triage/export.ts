import { readFileSync } from 'node:fs';
import { setInterval as every } from 'node:timers';
import { type Finding, median } from '../findings.ts';
import type { Server } from '../server.ts';
import type { Filled } from './fill.ts';
import type { Pace, Subject } from './subject.ts';

interface ExportResult {
  firstByteMs: number;
  megabytesPerSecond: number;
  /** The largest resident memory of the service while it was exporting. */
  residentMegabytes: number;
}

/**
 * Exports all that the user can see, for some seconds. An export that takes longer is cut off, and a shorter one is repeated,
 * so that the service always has the same time to use memory.
 */
async function measureExport(
  { server, filled }: Subject,
  { secondsOfExport: seconds }: Pace,
): Promise<ExportResult> {
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > seconds * 1000;
  const memory = watchMemory(server.pid);
  const firstBytes: number[] = [];
  let bytes = 0;
  while (!isOver()) {
    const { firstByteMs, length } = await exportOnce(server, filled, isOver);
    firstBytes.push(firstByteMs);
    bytes += length;
  }
  const took = (performance.now() - startedAt) / 1000;
  return {
    firstByteMs: median(firstBytes),
    megabytesPerSecond: bytes / 1e6 / took,
    residentMegabytes: memory.stop(),
  };
}

async function exportOnce(server: Server, { token }: Filled, isOver: () => boolean) {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1/bugs-admin/export.csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok || !response.body) throw new Error(`The export answered ${response.status}`);
  let firstByteMs = Number.NaN;
  let length = 0;
  for await (const chunk of response.body) {
    if (length === 0) firstByteMs = performance.now() - startedAt;
    length += chunk.length;
    if (isOver()) break;
  }
  return { firstByteMs, length };
}

/** Samples the resident memory of a process; `stop` returns the largest value in megabytes (Linux). */
function watchMemory(pid: number): { stop(): number } {
  const look = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  let largest = look();
  const timer = every(() => {
    largest = Math.max(largest, look());
  }, 20);
  return {
    stop() {
      clearInterval(timer);
      return largest;
    },
  };
}

export async function measureExports(subjects: Subject[], pace: Pace): Promise<Finding[]> {
  console.log('export');
  const results: ExportResult[] = [];
  for (const subject of subjects) results.push(await measureExport(subject, pace));
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
