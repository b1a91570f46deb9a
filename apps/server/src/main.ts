import cluster from 'node:cluster';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const forcedExitAfterMs = 1_000;
/** A shutdown that takes longer is stuck, for example on a database that is gone. */
const stopAtMostMs = 30_000;

// Node caches compiled code beside the build, if it can write there.
enableCompileCache(join(import.meta.dirname, '../dist/compiled'));

// Imports nothing else, so that signal handlers are installed while the service loads.
const loading = import('./start/service.ts');

// A signal during startup waits for it, so that a starting database is not left behind.
const starting = cluster.isPrimary ? serve() : serveAsProcess();
const isStopping = stopOnSignals(() => starting);

try {
  await starting;
  flushCompileCache();
} catch (error) {
  // Ctrl-C also kills child processes without signal handlers, so a failed start after it is not an error.
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
  // In one write, so that readers never see a part.
  console.log(service.startupLines.join('\n'));
  return service;
}

async function serveAsProcess(): Promise<Running> {
  const { startAsProcess } = await loading;
  return startAsProcess();
}

/**
 * npm forwards Ctrl-C twice, so a second signal only forces the exit if it comes later. Worker processes get the service's
 * signal in addition.
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
    // Ctrl-C means no load balancer, and a worker without its primary must free the port.
    const drainMs = signal === 'SIGTERM' ? service.drainMs : 0;
    setTimeout(() => process.exit(1), drainMs + stopAtMostMs);
    await service.stop(drainMs);
    process.exit(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // In a worker: the primary is gone, and writing to it fails.
  process.on('disconnect', () => onSignal('disconnect'));
  cluster.worker?.on('error', () => {});
  return () => first !== undefined;
}
