import { setTimeout as sleep } from 'node:timers/promises';
import { anAddress } from '../../apps/server/test/builders.ts';
import { createExchange, type Question } from './exchange.ts';
import { type Place, password } from './place.ts';
import { createTally, type Tally } from './tally.ts';

/** People who look at lists and log in, and the probe that asks whether the service is well. */
export interface Visitors {
  lists: Tally;
  logins: Tally;
  health: Tally;
  stop(): Promise<void>;
}

const pauseMs = 400;

export function startVisitors(url: string, place: Place): Visitors {
  const exchange = createExchange(url);
  const tallies = { lists: createTally(), logins: createTally(), health: createTally() };
  let isStopping = false;
  let count = 0;

  async function visit(tally: Tally, question: () => Question): Promise<void> {
    while (!isStopping) {
      tally.add(await exchange.ask(question()));
      await sleep(pauseMs);
    }
  }

  const running = Promise.all([
    visit(tallies.lists, () => listOf(place)),
    visit(tallies.logins, () => logIn(place, count++)),
    visit(tallies.health, () => ({ path: '/health' })),
  ]);
  return {
    ...tallies,
    async stop() {
      isStopping = true;
      await running;
      exchange.close();
    },
  };
}

export const listOf = ({ token }: Place): Question => ({
  path: '/api/v1/bugs-admin?limit=50',
  headers: { authorization: `Bearer ${token}` },
});

export const logIn = ({ emails }: Place, count: number): Question => ({
  method: 'POST',
  path: '/api/v1/auth/login',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': anAddress() },
  body: JSON.stringify({ email: emails[count % emails.length], password }),
});
