import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startOnce } from '../apps/server/test/start-once.ts';
import { createRunFolder } from '../bench/run-folder.ts';
import { unmountBelow } from './core/disk.ts';

/** Creates the run folder with `prepared`, the data folder of a service that was started once. */
export async function prepareRun(): Promise<{ run: string; prepared: string }> {
  const run = createRunFolder('faults', unmountBelow);
  const prepared = join(run, 'prepared');
  mkdirSync(prepared);
  await startOnce({ DATA_DIR: prepared });
  return { run, prepared };
}
