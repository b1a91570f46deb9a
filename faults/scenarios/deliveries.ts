import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import type { Fault } from '../core/harness.ts';
import type { Installation } from '../core/installation.ts';
import { accept } from '../core/receiver.ts';
import { startReporters } from '../core/reporters.ts';

const timeoutMs = 20_000;

/** A point where deliveries are blocked, so that the process can be killed there. */
interface Step {
  name: string;
  /** Blocks deliveries and returns a function that unblocks them. */
  block(installation: Installation): Promise<() => Promise<void>>;
  isReached(installation: Installation): Promise<boolean>;
}

/** Holds a table lock until the returned function is called. */
async function holdLock(db: Database, table: string, mode: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(trx);
    isHeld();
    await promise;
  });
  await Promise.race([held, transaction]);
  return async () => {
    resolve();
    await transaction;
  };
}

/** Whether a session waits for a lock on this table. */
async function isWaitedFor({ postgres: { db } }: Installation, table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where not granted and relation = ${table}::regclass`.execute(db);
  return rows.length > 0;
}

const blockedByLock = (name: string, table: string, mode = 'exclusive'): Step => ({
  name,
  block: ({ postgres: { db } }) => holdLock(db, table, mode),
  isReached: (installation) => isWaitedFor(installation, table),
});

function blockedByReceiver(): Step {
  let requests = 0;
  return {
    name: 'while the receiver handles the request',
    async block({ receiver }) {
      receiver.respondWith(() => {
        requests++;
      });
      return async () => receiver.respondWith(accept);
    },
    isReached: async () => requests > 0,
  };
}

const steps: Step[] = [
  blockedByLock('before an event is sequenced', 'sequencer', 'access exclusive'),
  blockedByLock('before a delivery is written', 'webhook_events'),
  blockedByLock('before a delivery is leased', 'webhook_deliveries', 'access exclusive'),
  blockedByLock('before its body is built', 'webhook_bodies', 'access exclusive'),
  blockedByReceiver(),
  blockedByLock('after the response, before it is recorded', 'webhooks', 'share row exclusive'),
];

export const crashDeliveries: Fault = {
  name: 'crash-deliveries',
  description: 'kill -9 at every step of a webhook delivery',
  async run(harness) {
    const installation = await harness.open();
    const { nodes, testTeam, ledger } = installation;
    const [node] = nodes;
    for (const step of steps) {
      const unblock = await step.block(installation);
      const reporters = startReporters({ urls: [node.url], testTeam, ledger, concurrency: 4 });
      const giveUpAt = Date.now() + timeoutMs;
      let isReached = false;
      while (!isReached && Date.now() < giveUpAt) {
        isReached = await step.isReached(installation);
        await sleep(20);
      }
      await node.kill();
      harness.expect(`killed ${step.name}`, 'yes', isReached ? 'yes' : 'step not reached', isReached);
      await unblock();
      await node.start();
      await sleep(300);
      await reporters.stop();
    }
    await harness.finish(installation, { expectedErrors: [/lock/, /timeout/, /background work failed/] });
  },
};
