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
  /** `unique` in a value stands for another text each time the request is sent. */
  headers: Record<string, string>;
  /** The body as JSON. */
  body?: string;
}

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** All connections together send these one after the other, and then begin again with the first. */
  requests: LoadRequest[];
  /** How long each connection waits before it sends its next request; not at all unless this says otherwise. */
  pauseMs?: number;
}

/** Stands for a text that is another one each time a request is sent; at most one in a request. */
export const unique = '{unique}';

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p98: number;
  p99: number;
}

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

/** Runs wrk, which takes a tenth of the processor time that a client in JavaScript would take away from the service. */
export function runLoad(load: Load): LoadResult {
  const { options, cleanUp } = prepare(load);
  const { status, stdout, error } = spawnSync('wrk', options, { encoding: 'utf8' });
  cleanUp();
  if (error) throw error;
  if (status !== 0) throw new Error(`wrk failed: ${stdout}`);
  return readResult(stdout, load);
}

/** Does the same while this process goes on. */
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

export function demandWrk(): void {
  if (!spawnSync('wrk', ['--version']).error) return;
  console.error('The benchmark sends its requests with wrk: install it (on Debian: apt-get install wrk).');
  process.exit(1);
}

function readResult(stdout: string, { seconds }: Load): LoadResult {
  const { failures, micros, ...result } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  if (failures > 0) throw new Error(`${failures} requests were not answered with success`);
  // Without an answer there is no time that one took either; wrk says zero then, which would pass for very fast.
  if (!(result.requests > 0)) throw new Error(`nothing was answered within ${seconds} s`);
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
