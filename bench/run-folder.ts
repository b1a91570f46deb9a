import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesOf, signalAll } from './processes.ts';

/**
 * Creates the temporary folder of a run. Every process of the run must have it in its command line, environment or working
 * directory: at exit, also after an error or signal, those processes are killed and the folder is removed.
 */
export function createRunFolder(name: string, beforeRemoval: (folder: string) => void = () => {}): string {
  const folder = mkdtempSync(join(tmpdir(), `skep-${name}-`));
  // As root, PostgreSQL runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o711);
  process.on('exit', () => {
    killAll(folder);
    beforeRemoval(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
  return folder;
}

/** Repeats until two scans find nothing, because a process that is just starting is not recognizable yet. */
function killAll(folder: string): void {
  for (let quiet = 0; quiet < 2; pause()) {
    const pids = processesOf(folder).map(({ pid }) => pid);
    signalAll(pids, 'SIGKILL');
    quiet = pids.length === 0 ? quiet + 1 : 0;
  }
}

/** Blocks, because exit handlers must be synchronous. */
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
