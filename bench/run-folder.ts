import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesOf, signalAll } from './processes.ts';

/**
 * Makes the folder of a run, which everything that the run starts must have in its command, environment or current folder. However
 * the run ends (in order, by an error or by a signal), those processes are killed and the folder is removed.
 */
export function makeRunFolder(name: string, beforeRemoval: (folder: string) => void = () => {}): string {
  const folder = mkdtempSync(join(tmpdir(), `skep-${name}-`));
  // PostgreSQL runs as another user when we are root, and has to pass through.
  chmodSync(folder, 0o711);
  process.on('exit', () => {
    killAll(folder);
    beforeRemoval(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
  return folder;
}

/** Looks again until nothing is found twice: a process that was just being started is not named after the folder yet. */
function killAll(folder: string): void {
  for (let quiet = 0; quiet < 2; pause()) {
    const pids = processesOf(folder).map(({ pid }) => pid);
    signalAll(pids, 'SIGKILL');
    quiet = pids.length === 0 ? quiet + 1 : 0;
  }
}

/** Blocks, because nothing asynchronous happens any more when a process exits. */
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
