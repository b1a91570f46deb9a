import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { databaseErrors } from '../checks/logs.ts';
import type { Fault, Harness } from '../core/harness.ts';
import type { Installation } from '../core/installation.ts';
import { startReporters } from '../core/reporters.ts';
import { startVisitors } from '../core/visitors.ts';

const faultMs = 20_000;
const briefMs = 8_000;

export const crashDatabase: Fault = {
  name: 'database-crash',
  description: 'three crashes of PostgreSQL (immediate shutdown), two nodes',
  async run(harness) {
    const installation = await harness.open({ nodes: 2 });
    await runDuringFault(harness, installation, async () => {
      for (let count = 0; count < 3; count++) {
        await installation.postgres.crash();
        await sleep(2_000);
      }
    });
  },
};

/** PostgreSQL accepts connections but does not respond. */
export const freezeDatabase: Fault = {
  name: 'database-frozen',
  description: 'all PostgreSQL processes suspended for 20 s (SIGSTOP)',
  async run(harness) {
    const installation = await harness.open();
    await runDuringFault(harness, installation, async ({ health }) => {
      installation.postgres.freeze();
      health.clear();
      await sleep(faultMs);
      harness.expectHealthError(health);
      installation.postgres.thaw();
    });
  },
};

/** Another session holds an exclusive lock on a table. */
const lockTable = (table: string, ms: number, { stopsReports = true } = {}): Fault => ({
  name: `lock-${table.replaceAll('_', '-')}`,
  description: `table ${table} locked by another session for ${ms / 1000} s`,
  async run(harness) {
    const installation = await harness.open();
    await runDuringFault(harness, installation, async ({ health }) => {
      await installation.postgres.db.transaction().execute(async (trx) => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
        health.clear();
        await sleep(ms);
      });
      if (stopsReports) harness.expectHealthError(health);
    });
  },
});

export const locks: Fault[] = [
  lockTable('bugs', faultMs),
  lockTable('project_usage', briefMs),
  lockTable('key_windows', briefMs),
  lockTable('users', briefMs, { stopsReports: false }),
];

/** Sends reports, lists, logins and health probes during a fault, then checks the responses and all invariants. */
export async function runDuringFault(
  harness: Harness,
  installation: Installation,
  injectFault: (visitors: ReturnType<typeof startVisitors>) => Promise<void>,
): Promise<void> {
  const { nodes, testTeam, ledger } = installation;
  const reporters = startReporters({ urls: nodes.map(({ url }) => url), testTeam, ledger });
  const visitors = startVisitors(nodes[0].url, testTeam);
  await sleep(1_000);
  await injectFault(visitors);
  await sleep(1_500);
  await Promise.all([reporters.stop(), visitors.stop()]);
  // 504 means that the connection broke during a commit. Logins write too, because they are counted.
  harness.expectResponses('reports', reporters.tally, [201, 503, 504]);
  harness.expectResponses('lists', visitors.lists, [200, 503]);
  harness.expectResponses('logins', visitors.logins, [200, 503, 504]);
  harness.expectResponses('/health', visitors.health, [200, 503]);
  await harness.finish(installation, { expectedErrors: databaseErrors });
}
