import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import type {} from '../apps/server/test/prepared-data.ts';
import { checkCounters } from './checks/counters.ts';
import { checkLeftovers } from './checks/leftovers.ts';
import { checkReports } from './checks/reports.ts';
import { openInstallation } from './core/installation.ts';
import { acknowledgedIds, readLedger } from './core/ledger.ts';
import { startReporters } from './core/reporters.ts';

async function createInstallation() {
  const run = await mkdtemp(join(tmpdir(), 'skep-faults-'));
  const parts = { run, prepared: inject('preparedData') };
  // Without webhooks, which a killed process would delay by its lease of half a minute.
  const options = { hasWebhooks: false, postgres: { fsync: 'off' } };
  const installation = await openInstallation(parts, options);
  let closing: ReturnType<typeof installation.close> | undefined;
  const close = () => {
    closing ??= installation.close();
    return closing;
  };
  onTestFinished(async () => {
    await close();
    await rm(run, { recursive: true, force: true });
  });
  return { ...installation, close };
}

it('stores every acknowledged report exactly once across kills, database freezes, locks and crashes', async () => {
  const installation = await createInstallation();
  const { nodes, postgres, testTeam, ledger } = installation;
  const [node] = nodes;
  const reporters = startReporters({ urls: [node.url], testTeam, ledger });
  await sleep(500);

  await node.kill();
  await node.start();
  await sleep(500);
  postgres.freeze();
  await sleep(4_000);
  postgres.thaw();
  await node.whenReady();
  await postgres.db.transaction().execute(async (trx) => {
    await sql`lock table bugs in access exclusive mode`.execute(trx);
    await sleep(4_000);
  });
  await postgres.crash();
  await node.whenReady();
  await sleep(500);

  await reporters.stop();
  const checks = [
    ...(await checkReports(installation)),
    ...(await checkCounters(installation)),
    ...(await checkLeftovers(installation)),
  ];
  expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
  expect(readLedger(ledger.path).filter((entry) => acknowledgedIds(entry).length > 0)).not.toEqual([]);
  expect(await installation.close()).toEqual({ codes: [0], left: [] });
});
