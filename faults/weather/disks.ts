import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseTrouble } from '../checks/logs.ts';
import { type Disk, makeDisk, whyNoDisk } from '../core/disk.ts';
import { createExchange } from '../core/exchange.ts';
import type { Fault, Hand } from '../core/fault.ts';
import type { Installation } from '../core/installation.ts';
import { startReporters } from '../core/reporters.ts';
import { describeStatuses } from '../core/tally.ts';
import { startUploaders } from '../core/uploaders.ts';
import { startVisitors } from '../core/visitors.ts';

const fullMs = 12_000;
const mostBackMs = 5_000;

const withDisk =
  (megabytes: number, run: (hand: Hand, disk: Disk) => Promise<void>) => async (hand: Hand) => {
    const reason = whyNoDisk();
    if (reason) return hand.cannot('a full disk', reason);
    const disk = makeDisk(hand.folder, megabytes);
    try {
      await run(hand, disk);
    } finally {
      disk.remove();
    }
  };

/** The disk of PostgreSQL is full for a while. */
export const fullDatabaseDisk: Fault = {
  name: 'disk-full-database',
  about: 'the disk under PostgreSQL and everything else full for 12 s',
  run: withDisk(2_500, async (hand, disk) => {
    const installation = await hand.open({ isEmbedded: true, folder: join(disk.path, 'skep') });
    const { nodes, place, ledger } = installation;
    const reporters = startReporters({ urls: [nodes[0].url], place, ledger });
    const visitors = startVisitors(nodes[0].url, place);
    await sleep(1_000);
    disk.fill();
    visitors.health.clear();
    await sleep(fullMs);
    hand.healthTells(visitors.health);
    disk.free();
    const backMs = await timeUntilStored(installation);
    await Promise.all([reporters.stop(), visitors.stop()]);
    hand.answered('reports', reporters.tally, [201, 503, 504]);
    hand.answered('lists', visitors.lists, [200, 503]);
    hand.answered('log-ins', visitors.logins, [200, 503]);
    hand.within('stores reports again after', backMs, mostBackMs);
    await hand.conclude(installation, { expectedErrors: [...databaseTrouble, /PostgreSQL/, /space/] });
  }),
};

/** The disk of the attachments is full for a while; reports go on. */
export const fullFilesDisk: Fault = {
  name: 'disk-full-attachments',
  about: 'the disk under attachments full for 12 s',
  run: withDisk(64, async (hand, disk) => {
    const installation = await hand.open({ filesDir: join(disk.path, 'files') });
    const { nodes, place, ledger } = installation;
    const [node] = nodes;
    const reporters = startReporters({ urls: [node.url], place, ledger });
    const uploaders = startUploaders(node.url, place);
    const visitors = startVisitors(node.url, place);
    await sleep(1_500);
    disk.fill();
    await sleep(1_000);
    uploaders.tally.clear();
    visitors.health.clear();
    await sleep(fullMs);
    const meanwhile = describeStatuses(uploaders.tally);
    const onlyRefused = Object.keys(uploaders.tally.statuses).every((status) => status === '503');
    hand.expect('uploads meanwhile', 'only 503', meanwhile, onlyRefused && uploaders.tally.total > 0);
    hand.expect(
      'uploads refused without Retry-After',
      '0',
      String(uploaders.tally.withoutRetryAfter),
      uploaders.tally.withoutRetryAfter === 0,
    );
    hand.healthTells(visitors.health);
    disk.free();
    const before = performance.now();
    const known = uploaders.acknowledged.length;
    while (uploaders.acknowledged.length === known && performance.now() - before < 30_000) await sleep(50);
    hand.within('takes images again after', performance.now() - before, mostBackMs);
    await Promise.all([reporters.stop(), uploaders.stop(), visitors.stop()]);
    hand.answered('reports', reporters.tally, [201]);
    await hand.conclude(installation, { expectedErrors: [/space/, /image/, /attachment/] });
  }),
};

async function timeUntilStored({ nodes, place }: Installation): Promise<number> {
  const exchange = createExchange(nodes[0].url);
  const before = performance.now();
  const headers = { 'content-type': 'application/json', 'x-api-key': place.projects[0]?.key ?? '' };
  const body = JSON.stringify({ title: 'Is there space?', description: '-' });
  for (;;) {
    const { status } = await exchange.ask({ method: 'POST', path: '/api/v1/bugs', headers, body });
    if (status === 201 || performance.now() - before > 60_000) break;
    await sleep(100);
  }
  exchange.close();
  return performance.now() - before;
}
