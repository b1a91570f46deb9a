import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Family } from './registry.ts';
import { lastingOf, tellTogether } from './together.ts';

/** Between the process that serves metrics and those whose metrics they are. */
interface Question {
  askedForMetrics: number;
}
interface Answer extends Question {
  families: Family[];
}

const isAbout = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'askedForMetrics' in message;

/** Runs in each of several processes: tells the one that started it. Returns how to stop. */
export function tellParent(read: () => Promise<Family[]>): () => Promise<void> {
  const tell = async (message: unknown) => {
    if (!isAbout(message)) return;
    const answer: Answer = { ...message, families: await read() };
    // Whoever has asked may be gone by now.
    process.send?.(answer, () => {});
  };
  process.on('message', tell);
  return async () => {
    process.off('message', tell);
  };
}

/** A process that takes longer than this is stuck; what it told last still counts. */
const patienceMs = 4_000;

/** Runs in the process that has started the others, and asks them all at once. */
export function createGathering() {
  const lastOf = new Map<Worker, Family[]>();
  let ended: Family[] = [];
  let questions = 0;

  async function ask(worker: Worker): Promise<void> {
    const question: Question = { askedForMetrics: questions++ };
    const { promise, resolve } = Promise.withResolvers<void>();
    const onMessage = (message: unknown) => {
      if (!isAbout(message) || message.askedForMetrics !== question.askedForMetrics) return;
      lastOf.set(worker, (message as Answer).families);
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
        ended = tellTogether([ended, lastingOf(lastOf.get(worker) ?? [])]);
        lastOf.delete(worker);
      });
    },
    async read(): Promise<Family[]> {
      await Promise.all([...lastOf.keys()].map(ask));
      return tellTogether([...lastOf.values(), ended]);
    },
  };
}
