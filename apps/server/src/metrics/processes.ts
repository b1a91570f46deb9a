import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { Readings } from './metrics.ts';

/**
 * prom-client's `clusterMetrics` fails if one process hangs, and drops the counters of ended processes, which Prometheus would
 * take for a reset. So only its aggregation is used.
 */
interface Question {
  askedForMetrics: number;
}
interface Answer extends Question {
  readings: Readings;
}

const isAbout = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'askedForMetrics' in message;

/** Runs in each worker. Returns a function that stops it. */
export function reportToPrimary(read: () => Promise<Readings>): () => Promise<void> {
  const onMessage = async (message: unknown) => {
    if (!isAbout(message)) return;
    const answer: Answer = { ...message, readings: await read() };
    // The primary may be gone.
    process.send?.(answer, () => {});
  };
  process.on('message', onMessage);
  return async () => {
    process.off('message', onMessage);
  };
}

/** A process that takes longer is hung; its last readings are used. */
const maxWaitMs = 4_000;

export function createGathering() {
  const lastOf = new Map<Worker, Readings>();
  let ended: Promise<Readings> = Promise.resolve([]);
  let questions = 0;

  async function ask(worker: Worker): Promise<void> {
    const question: Question = { askedForMetrics: questions++ };
    const { promise, resolve } = Promise.withResolvers<void>();
    const onMessage = (message: unknown) => {
      if (!isAbout(message) || message.askedForMetrics !== question.askedForMetrics) return;
      lastOf.set(worker, (message as Answer).readings);
      resolve();
    };
    worker.on('message', onMessage);
    worker.send(question, (error) => error && resolve());
    await Promise.race([promise, sleep(maxWaitMs, undefined, { ref: false })]);
    worker.off('message', onMessage);
  }

  return {
    follow(worker: Worker): void {
      lastOf.set(worker, []);
      worker.once('exit', () => {
        const counts = lastOf.get(worker)?.filter(({ type }) => String(type) !== 'gauge') ?? [];
        lastOf.delete(worker);
        ended = ended.then((earlier) => aggregate([earlier, counts]));
      });
    },
    async read(): Promise<Readings> {
      await Promise.all([...lastOf.keys()].map(ask));
      return aggregate([await ended, ...lastOf.values()]);
    },
  };
}

const aggregate = (processes: Readings[]) => AggregatorRegistry.aggregate(processes).getMetricsAsJSON();
