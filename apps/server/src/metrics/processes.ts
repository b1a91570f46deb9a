import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import type { Readings } from './metrics.ts';

/**
 * prom-client's own `clusterMetrics` fails as a whole when one process is stuck, and forgets the counts of processes that
 * ended: sums would fall, which Prometheus takes for a restart and counts again. So only its aggregation is used.
 */
interface Question {
  askedForMetrics: number;
}
interface Answer extends Question {
  readings: Readings;
}

const isAbout = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'askedForMetrics' in message;

/** Runs in each worker process: answers the primary process. Returns how to stop. */
export function tellParent(read: () => Promise<Readings>): () => Promise<void> {
  const tell = async (message: unknown) => {
    if (!isAbout(message)) return;
    const answer: Answer = { ...message, readings: await read() };
    // The primary process may be gone by now.
    process.send?.(answer, () => {});
  };
  process.on('message', tell);
  return async () => {
    process.off('message', tell);
  };
}

/** A process that takes longer than this is stuck; its last answer still counts. */
const patienceMs = 4_000;

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
    await Promise.race([promise, sleep(patienceMs, undefined, { ref: false })]);
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
