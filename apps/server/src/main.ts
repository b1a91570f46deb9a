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
const isStopping = stopOnSignals(() => starting);

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

interface Running {
  drainMs: number;
  stop(drainMs: number): Promise<void>;
}

async function serve(): Promise<Running> {
  const { startService, explainStartFailure } = await loading;
  const service = await startService(process.env, async (error) => {
    console.error(explainStartFailure(error));
    await service.stop(0);
    process.exit(1);
  });
  // Printed at once, so that whoever reads the output of the process never sees a part of it.
  console.log(service.greeting.join('\n'));
  return service;
}

async function serveAsProcess(): Promise<Running> {
  const { startAsProcess } = await loading;
  return startAsProcess();
}

/**
 * Ctrl-C reaches the process twice through npm; a second one that is meant comes later, and ends it at once. To a process
 * that the service has started, the service's own signal comes after it, and that is no second one.
 */
function stopOnSignals(running: () => Promise<Running>): () => boolean {
  let first: { signal: string; at: number } | undefined;
  const onSignal = async (signal: string) => {
    if (first) {
      if (signal === first.signal && performance.now() - first.at > forcedExitAfterMs) process.exit(1);
      return;
    }
    first = { signal, at: performance.now() };
    const lateStart = setTimeout(() => process.exit(1), stopAtMostMs);
    const service = await running();
    clearTimeout(lateStart);
    // Whoever presses Ctrl-C has no load balancer, and a process whose service is gone must not keep its port.
    const drainMs = signal === 'SIGTERM' ? service.drainMs : 0;
    setTimeout(() => process.exit(1), drainMs + stopAtMostMs);
    await service.stop(drainMs);
    process.exit(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // To a process that the service has started, this says that the service itself is gone. What is still written to it fails.
  process.on('disconnect', () => onSignal('disconnect'));
  cluster.worker?.on('error', () => {});
  return () => first !== undefined;
}
