import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import type { Fault } from '../core/fault.ts';
import type { Installation } from '../core/installation.ts';
import { accept } from '../core/receiver.ts';
import { startReporters } from '../core/reporters.ts';

const patienceMs = 20_000;

/** A place at which a delivery is held up, so that the process can be killed just there. */
interface Step {
  name: string;
  /** Holds deliveries up; returns how to let them go on. */
  hold(installation: Installation): Promise<() => Promise<void>>;
  /** Whether one has come to that place. */
  isReached(installation: Installation): Promise<boolean>;
}

/** Holds a lock until it is told to let go. */
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

/** Whether somebody waits for a lock on this table. */
async function isWaitedFor({ postgres: { db } }: Installation, table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where not granted and relation = ${table}::regclass`.execute(db);
  return rows.length > 0;
}

const heldByLock = (name: string, table: string, mode = 'exclusive'): Step => ({
  name,
  hold: ({ postgres: { db } }) => holdLock(db, table, mode),
  isReached: (installation) => isWaitedFor(installation, table),
});

function heldByReceiver(): Step {
  let held = 0;
  return {
    name: 'while the receiver holds it',
    async hold({ receiver }) {
      receiver.react(() => {
        held++;
      });
      return async () => receiver.react(accept);
    },
    isReached: async () => held > 0,
  };
}

const steps: Step[] = [
  heldByLock('before an event is handed on', 'sequencer', 'access exclusive'),
  heldByLock('before a delivery is written', 'webhook_events'),
  heldByLock('before a delivery is taken', 'webhook_deliveries', 'access exclusive'),
  heldByLock('before its body is made', 'webhook_bodies', 'access exclusive'),
  heldByReceiver(),
  heldByLock('after the answer, before it is noted', 'webhooks', 'share row exclusive'),
];

/** A crash at every step of a delivery. */
export const crashDeliveries: Fault = {
  name: 'crash-deliveries',
  about: 'kill -9 at every step on the way of an event to its webhook',
  async run(hand) {
    const installation = await hand.open();
    const { nodes, place, ledger } = installation;
    const [node] = nodes;
    for (const step of steps) {
      const letGo = await step.hold(installation);
      const reporters = startReporters({ urls: [node.url], place, ledger, lanes: 4 });
      const giveUpAt = Date.now() + patienceMs;
      let isReached = false;
      while (!isReached && Date.now() < giveUpAt) {
        isReached = await step.isReached(installation);
        await sleep(20);
      }
      await node.kill();
      hand.expect(`killed ${step.name}`, 'yes', isReached ? 'yes' : 'it did not come there', isReached);
      await letGo();
      await node.start();
      await sleep(300);
      await reporters.stop();
    }
    await hand.conclude(installation, { expectedErrors: [/lock/, /timeout/, /background work failed/] });
  },
};
