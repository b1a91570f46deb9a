import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  path: string;
  /** Walked through by every connection. */
  apiKeys: string[];
  body: string;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
}

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

/** wrk takes a tenth of the processor time that a client in JavaScript would take from the service. */
export function runLoad({ port, connections, seconds, path, apiKeys, body }: Load): LoadResult {
  const folder = mkdtempSync(join(tmpdir(), 'skep-load-'));
  const [keyFile, bodyFile] = [join(folder, 'keys'), join(folder, 'body')];
  writeFileSync(keyFile, apiKeys.join('\n'));
  writeFileSync(bodyFile, body);
  const url = `http://127.0.0.1:${port}${path}`;
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url, '--', keyFile, bodyFile];
  const { status, stdout, error } = spawnSync('wrk', options, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  if (error) {
    console.error('The benchmark sends its requests with wrk: install it (on Debian: apt-get install wrk).');
    process.exit(1);
  }
  if (status !== 0) throw new Error(`wrk failed: ${stdout}`);
  const { requests, micros, p50, p99, failures } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  if (failures > 0) throw new Error(`${failures} requests were not answered with success`);
  return { requests, perSecond: requests / (micros / 1e6), p50, p99 };
}
