import { expect, onTestFinished } from 'vitest';
import type { Answer } from './client.ts';

/** Something that somebody does again and again, and the statuses that it may be answered with. */
export interface Doing {
  what: string;
  may: number[];
  send(turn: number): Promise<Answer>;
}

/** Several who do something at the same time, again and again. */
export interface Crowd {
  /** Waits until each of them has been answered so often more. */
  turns(count: number): Promise<void>;
  /** Lets them end what they are doing, and expects that nothing was answered but what may be. */
  end(): Promise<void>;
}

export function startCrowd(doings: Doing[]): Crowd {
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
