import { setTimeout as sleep } from 'node:timers/promises';
import { anAddress } from '../../apps/server/test/builders.ts';
import { createHttpClient, type HttpRequest } from './http-client.ts';
import { createTally, type Tally } from './tally.ts';
import { password, type TestTeam } from './test-team.ts';

/** Requests lists, logs in and polls `/health` continuously. */
export interface Visitors {
  lists: Tally;
  logins: Tally;
  health: Tally;
  stop(): Promise<void>;
}

const pauseMs = 400;

export function startVisitors(url: string, testTeam: TestTeam): Visitors {
  const client = createHttpClient(url);
  const tallies = { lists: createTally(), logins: createTally(), health: createTally() };
  let isStopping = false;
  let count = 0;

  async function visit(tally: Tally, createRequest: () => HttpRequest): Promise<void> {
    while (!isStopping) {
      tally.add(await client.send(createRequest()));
      await sleep(pauseMs);
    }
  }

  const running = Promise.all([
    visit(tallies.lists, () => listRequest(testTeam)),
    visit(tallies.logins, () => loginRequest(testTeam, count++)),
    visit(tallies.health, () => ({ path: '/health' })),
  ]);
  return {
    ...tallies,
    async stop() {
      isStopping = true;
      await running;
      client.close();
    },
  };
}

export const listRequest = ({ token }: TestTeam): HttpRequest => ({
  path: '/api/v1/bugs-admin?limit=50',
  headers: { authorization: `Bearer ${token}` },
});

export const loginRequest = ({ emails }: TestTeam, count: number): HttpRequest => ({
  method: 'POST',
  path: '/api/v1/auth/login',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': anAddress() },
  body: JSON.stringify({ email: emails[count % emails.length], password }),
});
