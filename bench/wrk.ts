import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface LoadRequest {
  method: string;
  path: string;
  /** `unique` in a value is replaced by a new text for each request. */
  headers: Record<string, string>;
  /** JSON. */
  body?: string;
}

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** Sent round-robin over all connections. */
  requests: LoadRequest[];
  /** Pause of each connection between requests; default 0. */
  pauseMs?: number;
}

/** Placeholder for a unique text; at most one per request. */
export const unique = '{unique}';

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p98: number;
  p99: number;
}

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

/** Runs wrk, because a client in JavaScript would take ten times the CPU time from the service. */
export function runLoad(load: Load): LoadResult {
  const { options, cleanUp } = prepare(load);
  const { status, stdout, error } = spawnSync('wrk', options, { encoding: 'utf8' });
  cleanUp();
  if (error) throw error;
  if (status !== 0) throw new Error(`wrk failed: ${stdout}`);
  return readResult(stdout, load);
}

/** Like `runLoad`, but asynchronous. */
export async function startLoad(load: Load): Promise<LoadResult> {
  const { options, cleanUp } = prepare(load);
  try {
    const { stdout } = await promisify(execFile)('wrk', options);
    return readResult(stdout, load);
  } finally {
    cleanUp();
  }
}

function prepare({ port, connections, seconds, requests, pauseMs = 0 }: Load) {
  const folder = mkdtempSync(join(tmpdir(), 'skep-load-'));
  const file = join(folder, 'requests');
  writeFileSync(file, requests.map(withLength).join(''));
  const url = `http://127.0.0.1:${port}`;
  const options = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '20s',
    '-s',
    script,
    url,
    '--',
    file,
    String(pauseMs),
    randomUUID(),
  ];
  return { options, cleanUp: () => rmSync(folder, { recursive: true }) };
}

export function requireWrk(): void {
  if (!spawnSync('wrk', ['--version']).error) return;
  console.error('This benchmark requires wrk. Install it, on Debian with: apt-get install wrk');
  process.exit(1);
}

function readResult(stdout: string, { seconds }: Load): LoadResult {
  const { failures, micros, ...result } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  if (failures > 0) throw new Error(`${failures} requests failed`);
  // Without responses wrk reports a latency of zero, which would pass as very fast.
  if (!(result.requests > 0)) throw new Error(`No responses within ${seconds} s`);
  return { ...result, perSecond: result.requests / (micros / 1e6) };
}

function withLength({ method, path, headers, body = '' }: LoadRequest): string {
  const length = Buffer.byteLength(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(length > 0 ? ['Content-Type: application/json', `Content-Length: ${length}`] : []),
  ];
  const text = `${lines.join('\r\n')}\r\n\r\n${body}`;
  return `${Buffer.byteLength(text)}\n${text}`;
}
