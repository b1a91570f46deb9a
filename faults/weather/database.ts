import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { databaseTrouble } from '../checks/logs.ts';
import type { Fault, Hand } from '../core/fault.ts';
import type { Installation } from '../core/installation.ts';
import { startReporters } from '../core/reporters.ts';
import { startVisitors } from '../core/visitors.ts';

const badWeatherMs = 20_000;
const briefMs = 8_000;

/** PostgreSQL crashes and comes back, three times. */
export const crashDatabase: Fault = {
  name: 'database-crash',
  about: 'three crashes of PostgreSQL (immediate shutdown), two nodes',
  async run(hand) {
    const installation = await hand.open({ nodes: 2 });
    await throughWeather(hand, installation, async () => {
      for (let count = 0; count < 3; count++) {
        await installation.postgres.crash();
        await sleep(2_000);
      }
    });
  },
};

/** PostgreSQL is there, takes connections, and answers nothing. */
export const freezeDatabase: Fault = {
  name: 'database-frozen',
  about: 'all processes of PostgreSQL stopped for 20 s (SIGSTOP)',
  async run(hand) {
    const installation = await hand.open();
    await throughWeather(hand, installation, async ({ health }) => {
      installation.postgres.freeze();
      health.clear();
      await sleep(badWeatherMs);
      hand.healthTells(health);
      installation.postgres.thaw();
    });
  },
};

/** Somebody holds a lock on a table that reports, lists or log-ins need. */
const lockTable = (table: string, ms: number, { stopsReports = true } = {}): Fault => ({
  name: `lock-${table.replaceAll('_', '-')}`,
  about: `the table ${table} locked by somebody else for ${ms / 1000} s`,
  async run(hand) {
    const installation = await hand.open();
    await throughWeather(hand, installation, async ({ health }) => {
      await installation.postgres.db.transaction().execute(async (trx) => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
        health.clear();
        await sleep(ms);
      });
      if (stopsReports) hand.healthTells(health);
    });
  },
});

export const locks: Fault[] = [
  lockTable('bugs', badWeatherMs),
  lockTable('project_usage', briefMs),
  lockTable('key_windows', briefMs),
  lockTable('users', briefMs, { stopsReports: false }),
];

/** Lets reports, lists, log-ins and probes go on through bad weather, then looks at how they were answered, and at what is left. */
export async function throughWeather(
  hand: Hand,
  installation: Installation,
  weather: (visitors: ReturnType<typeof startVisitors>) => Promise<void>,
): Promise<void> {
  const { nodes, place, ledger } = installation;
  const reporters = startReporters({ urls: nodes.map(({ url }) => url), place, ledger });
  const visitors = startVisitors(nodes[0].url, place);
  await sleep(1_000);
  await weather(visitors);
  await sleep(1_500);
  await Promise.all([reporters.stop(), visitors.stop()]);
  // Of what was being committed when the connection was lost nobody can know: that is 504. A log-in is counted, so it writes too.
  hand.answered('reports', reporters.tally, [201, 503, 504]);
  hand.answered('lists', visitors.lists, [200, 503]);
  hand.answered('log-ins', visitors.logins, [200, 503, 504]);
  hand.answered('/health', visitors.health, [200, 503]);
  await hand.conclude(installation, { expectedErrors: databaseTrouble });
}
