import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../apps/server/test/free-port.ts';
import { unmountBelow } from './core/disk.ts';
import { processesOf, signalAll } from './core/processes.ts';

/** The folder of a run, and in it the data folder of a service that has been started and stopped. */
export async function prepareRun(): Promise<{ run: string; prepared: string }> {
  const run = mkdtempSync(join(tmpdir(), 'skep-faults-'));
  // PostgreSQL runs as another user when we are root, and has to pass through.
  chmodSync(run, 0o711);
  process.on('exit', () => sweep(run));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  const prepared = join(run, 'prepared');
  mkdirSync(prepared);
  const { PATH = '', HOME = '' } = process.env;
  const service = spawn(process.execPath, ['apps/server/dist/main.js'], {
    env: { PATH, HOME, PORT: String(await freePort()), LOG_LEVEL: 'warn', DATA_DIR: prepared },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'close');
  await Promise.race([once(service.stdout, 'data'), ended]);
  service.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error('The service could not be started to prepare its data: see above');
  return { run, prepared };
}

/** Leaves nothing behind, however the run ends. */
function sweep(run: string): void {
  signalAll(
    processesOf(run).map(({ pid }) => pid),
    'SIGKILL',
  );
  unmountBelow(run);
  rmSync(run, { recursive: true, force: true, maxRetries: 20 });
}
