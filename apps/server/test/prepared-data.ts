import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startOnce } from './start-once.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder of a service that was started and stopped. */
    preparedData: string;
    /** Node's compile cache for all processes of the run. */
    compileCache: string;
  }
}

/** Builds the service and starts it once for all tests, because a first start takes seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--strict']);
  const preparedData = await mkdtemp(join(tmpdir(), 'skep-prepared-'));
  const compileCache = await mkdtemp(join(tmpdir(), 'skep-compiled-'));
  await startOnce({ DATA_DIR: preparedData, NODE_COMPILE_CACHE: compileCache });
  project.provide('preparedData', preparedData);
  project.provide('compileCache', compileCache);
  return async () => {
    for (const folder of [preparedData, compileCache]) await rm(folder, { recursive: true, force: true });
  };
}
