import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOnce } from '../apps/server/test/start-once.ts';
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
  await startOnce({ DATA_DIR: prepared });
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
