import cluster from 'node:cluster';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const forcedExitAfterMs = 1_000;
/** A stop that has taken so long waits for somebody who does not answer, such as a database that is gone. */
const stopAtMostMs = 30_000;

// Node compiles the service once for each build, and keeps the result beside it; where it may not write, it does without.
enableCompileCache(join(import.meta.dirname, '../dist/compiled'));

// This file imports nothing else of the service: all of that is one module, which loads while signals are heeded already.
const loading = import('./start/service.ts');

// A signal that comes during the start waits for it to end: a database that is just starting must not be left behind.
const starting = cluster.isPrimary ? serve() : serveAsProcess();
const isStopping = stopOnSignals(async () => (await starting)());

try {
  await starting;
  flushCompileCache();
} catch (error) {
  // Ctrl-C during the start reaches all its processes, and ends those that do not handle signals yet; so the failure that
  // follows is no failure of the start.
  if (isStopping()) process.exit(0);
  const { explainStartFailure } = await loading;
  console.error(explainStartFailure(error));
  process.exit(1);
}

async function serve(): Promise<() => Promise<void>> {
  const { startService } = await loading;
  const service = await startService(process.env);
  // Printed at once, so that whoever reads the output of the process never sees a part of it.
  const lines = [
    `Skep is at ${service.address}`,
    `Data is in ${service.dataPlace}`,
    service.plan,
    service.notice,
  ];
  console.log(lines.filter((line) => line !== null).join('\n'));
  return service.stop;
}

async function serveAsProcess(): Promise<() => Promise<void>> {
  const { startAsProcess } = await loading;
  return startAsProcess();
}

/**
 * Ctrl-C reaches the process twice through npm; a second one that is meant comes later, and ends it at once. To a process
 * that the service has started, the service's own signal comes after it, and that is no second one.
 */
function stopOnSignals(stop: () => Promise<void>): () => boolean {
  let first: { signal: string; at: number } | undefined;
  const onSignal = async (signal: string) => {
    if (first) {
      if (signal === first.signal && performance.now() - first.at > forcedExitAfterMs) process.exit(1);
      return;
    }
    first = { signal, at: performance.now() };
    setTimeout(() => process.exit(1), stopAtMostMs);
    await stop();
    process.exit(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // To a process that the service has started, this says that the service itself is gone. What is still written to it fails.
  process.on('disconnect', () => onSignal('disconnect'));
  cluster.worker?.on('error', () => {});
  return () => first !== undefined;
}
