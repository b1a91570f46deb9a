import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface LoadRequest {
  method: string;
  path: string;
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
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
}

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

/** Runs wrk, which takes a tenth of the processor time that a client in JavaScript would take away from the service. */
export function runLoad({ port, connections, seconds, requests }: Load): LoadResult {
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
  ];
  const { status, stdout, error } = spawnSync('wrk', options, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  if (error) {
    console.error('The benchmark sends its requests with wrk: install it (on Debian: apt-get install wrk).');
    process.exit(1);
  }
  if (status !== 0) throw new Error(`wrk failed: ${stdout}`);
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  if (result.failures > 0) throw new Error(`${result.failures} requests were not answered with success`);
  // Without an answer there is no time that one took either; wrk says zero then, which would pass for very fast.
  if (!(result.requests > 0)) throw new Error(`nothing was answered within ${seconds} s`);
  return {
    requests: result.requests,
    perSecond: result.requests / (result.micros / 1e6),
    p50: result.p50,
    p99: result.p99,
  };
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
