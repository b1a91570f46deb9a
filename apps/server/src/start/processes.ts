import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, readConfig } from '../config.ts';
import type { ContextParts } from '../context.ts';
import { createLog } from '../log.ts';
import { createGathering } from '../metrics/processes.ts';
import { StartError } from '../start-error.ts';
import { explainListening } from './failures.ts';
import { openMetricsPort } from './metrics.ts';
import { type Stop, startNode } from './node.ts';

const pauseBeforeReplacingMs = 1_000;

/** Whether the kernel balances connections over processes that share a port. Elsewhere the primary distributes them. */
const systemSpreads = process.platform === 'linux';

export async function startProcesses({ config, secretKey, databaseUrl, log }: ContextParts): Promise<Stop> {
  await requireFreePort(config);
  const env = {
    DATABASE_URL: databaseUrl,
    // Workers would derive it from DATABASE_URL, which may be the embedded database.
    DATABASE_PREPARED_STATEMENTS: String(config.preparedStatements),
    DRAIN_SECONDS: String(config.drainSeconds),
    SECRET_KEY: secretKey,
  };
  let isStopping = false;

  async function keepOne(worker: Worker): Promise<void> {
    if (!worker.isDead()) await once(worker, 'exit');
    if (isStopping) return;
    const { exitCode: code, signalCode: signal } = worker.process;
    log.error({ code, signal }, 'server process exited, restarting');
    await sleep(pauseBeforeReplacingMs);
    if (!isStopping) keepOne(fork());
  }

  const gathering = createGathering();
  function fork(): Worker {
    const worker = cluster.fork(env);
    gathering.follow(worker);
    return worker;
  }

  const stop = async () => {
    isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      workers.map(async (worker) => {
        if (worker.isDead()) return;
        const gone = once(worker, 'exit');
        worker.kill('SIGTERM');
        await gone;
      }),
    );
  };

  const workers = Array.from({ length: config.workers }, fork);
  let hideMetrics: () => Promise<void>;
  try {
    await Promise.all(workers.map(untilListening));
    hideMetrics = await openMetricsPort(config, gathering.read);
  } catch (error) {
    await stop();
    throw error;
  }
  for (const worker of workers) keepOne(worker);
  return async () => {
    await stop();
    await hideMetrics();
  };
}

async function untilListening(worker: Worker): Promise<void> {
  const failed = once(worker, 'exit').then(() => {
    throw new StartError('A server process failed to start. See the log above.');
  });
  await Promise.race([once(worker, 'message'), failed]);
}

/** Workers share the port, so they would also share it with a foreign process. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening').catch(explainListening({ host, port }));
  server.close();
  await once(server, 'close');
}

export async function startAsProcess(): Promise<{ drainMs: number; stop: Stop }> {
  const config = readConfig(process.env);
  const { databaseUrl, secretKey } = config;
  if (!databaseUrl || !secretKey)
    throw new StartError('Server processes can only be started by the service.');
  const log = createLog(config.logLevel);
  const stop = await startNode(
    { config, secretKey, databaseUrl, log },
    { reusePort: systemSpreads, isOneOfSeveral: true },
  );
  process.send?.('listening');
  return { drainMs: config.drainSeconds * 1000, stop };
}
