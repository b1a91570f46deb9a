import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseErrors } from '../checks/logs.ts';
import { type Disk, makeDisk, whyNoDisk } from '../core/disk.ts';
import type { Fault, Harness } from '../core/harness.ts';
import { createHttpClient } from '../core/http-client.ts';
import type { Installation } from '../core/installation.ts';
import { startReporters } from '../core/reporters.ts';
import { describeStatuses } from '../core/tally.ts';
import { startUploaders } from '../core/uploaders.ts';
import { startVisitors } from '../core/visitors.ts';

const fullMs = 12_000;
const maxRecoveryMs = 5_000;

const withDisk =
  (megabytes: number, run: (harness: Harness, disk: Disk) => Promise<void>) => async (harness: Harness) => {
    const reason = whyNoDisk();
    if (reason) return harness.skip('full disk', reason);
    const disk = makeDisk(harness.folder, megabytes);
    try {
      await run(harness, disk);
    } finally {
      disk.remove();
    }
  };

export const fullDatabaseDisk: Fault = {
  name: 'disk-full-database',
  description: 'disk of all data full for 12 s',
  run: withDisk(2_500, async (harness, disk) => {
    const installation = await harness.open({ isEmbedded: true, folder: join(disk.path, 'skep') });
    const { nodes, testTeam, ledger } = installation;
    const reporters = startReporters({ urls: [nodes[0].url], testTeam, ledger });
    const visitors = startVisitors(nodes[0].url, testTeam);
    await sleep(1_000);
    disk.fill();
    visitors.health.clear();
    await sleep(fullMs);
    harness.expectHealthError(visitors.health);
    disk.free();
    const backMs = await timeUntilStored(installation);
    await Promise.all([reporters.stop(), visitors.stop()]);
    harness.expectResponses('reports', reporters.tally, [201, 503, 504]);
    harness.expectResponses('lists', visitors.lists, [200, 503]);
    harness.expectResponses('logins', visitors.logins, [200, 503]);
    harness.within('reports stored again after', backMs, maxRecoveryMs);
    await harness.finish(installation, { expectedErrors: [...databaseErrors, /PostgreSQL/, /space/] });
  }),
};

/** Reports must still be stored while uploads fail. */
export const fullFilesDisk: Fault = {
  name: 'disk-full-attachments',
  description: 'disk of attachments full for 12 s',
  run: withDisk(64, async (harness, disk) => {
    const installation = await harness.open({ filesDir: join(disk.path, 'files') });
    const { nodes, testTeam, ledger } = installation;
    const [node] = nodes;
    const reporters = startReporters({ urls: [node.url], testTeam, ledger });
    const uploaders = startUploaders(node.url, testTeam);
    const visitors = startVisitors(node.url, testTeam);
    await sleep(1_500);
    disk.fill();
    await sleep(1_000);
    uploaders.tally.clear();
    visitors.health.clear();
    await sleep(fullMs);
    const statuses = describeStatuses(uploaders.tally);
    const onlyRejected = Object.keys(uploaders.tally.statuses).every((status) => status === '503');
    harness.expect(
      'uploads while the disk is full',
      'only 503',
      statuses,
      onlyRejected && uploaders.tally.total > 0,
    );
    harness.expect(
      'rejected uploads without Retry-After',
      '0',
      String(uploaders.tally.withoutRetryAfter),
      uploaders.tally.withoutRetryAfter === 0,
    );
    harness.expectHealthError(visitors.health);
    disk.free();
    const before = performance.now();
    const known = uploaders.acknowledged.length;
    while (uploaders.acknowledged.length === known && performance.now() - before < 30_000) await sleep(50);
    harness.within('uploads accepted again after', performance.now() - before, maxRecoveryMs);
    await Promise.all([reporters.stop(), uploaders.stop(), visitors.stop()]);
    harness.expectResponses('reports', reporters.tally, [201]);
    await harness.finish(installation, { expectedErrors: [/space/, /image/, /attachment/] });
  }),
};

async function timeUntilStored({ nodes, testTeam }: Installation): Promise<number> {
  const client = createHttpClient(nodes[0].url);
  const before = performance.now();
  const headers = { 'content-type': 'application/json', 'x-api-key': testTeam.projects[0]?.key ?? '' };
  const body = JSON.stringify({ title: 'Is there space?', description: '-' });
  for (;;) {
    const { status } = await client.send({ method: 'POST', path: '/api/v1/bugs', headers, body });
    if (status === 201 || performance.now() - before > 60_000) break;
    await sleep(100);
  }
  client.close();
  return performance.now() - before;
}
