import { expect, onTestFinished } from 'vitest';
import type { Answer } from './client.ts';

/** A repeated action and its allowed statuses. */
export interface RepeatedAction {
  what: string;
  may: number[];
  send(turn: number): Promise<Answer>;
}

/** Several clients that repeat an action concurrently. */
export interface ConcurrentClients {
  /** Waits until each client has had so many more responses. */
  turns(count: number): Promise<void>;
  /** Stops the clients and checks that all statuses were allowed. */
  end(): Promise<void>;
}

export function startConcurrentClients(doings: RepeatedAction[]): ConcurrentClients {
  let isOver = false;
  const turns = doings.map(() => 0);
  const surprises = new Set<string>();
  const work = doings.map(async ({ what, may, send }, who) => {
    while (!isOver) {
      const answer = await send(turns[who] as number).catch((error) => ({ status: 0, text: String(error) }));
      if (!may.includes(answer.status)) surprises.add(`${what}: ${answer.status} ${answer.text}`);
      turns[who] = (turns[who] as number) + 1;
    }
  });
  const end = async () => {
    isOver = true;
    await Promise.all(work);
  };
  onTestFinished(end);
  return {
    async turns(count) {
      const before = [...turns];
      const slowest = () => Math.min(...turns.map((turn, who) => turn - (before[who] as number)));
      await expect.poll(slowest, { interval: 20 }).toBeGreaterThanOrEqual(count);
    },
    async end() {
      await end();
      expect([...surprises]).toEqual([]);
    },
  };
}
