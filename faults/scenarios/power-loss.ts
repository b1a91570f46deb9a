import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree, signalAll } from '../../bench/processes.ts';
import { databaseErrors } from '../checks/logs.ts';
import { makeDisk, whyNoDisk } from '../core/disk.ts';
import type { Fault, Harness } from '../core/harness.ts';
import { startReporters } from '../core/reporters.ts';
import { checkUploads, startUploaders } from '../core/uploaders.ts';

const cuts = 3;
const unsynced = 'not synced, must be lost';

/** Power cuts while reports and images arrive. Unsynced data is lost; acknowledged data must survive. */
export const powerLoss: Fault = {
  name: 'power-loss',
  description: 'three power cuts: the file system loses everything that was not synced',
  async run(harness) {
    const reason = whyNoDisk();
    if (reason) return harness.skip('power cuts', reason);
    const disk = makeDisk(harness.folder, 4_000);
    try {
      await cutAndRestore(harness, disk);
    } finally {
      disk.remove();
    }
  },
};

async function cutAndRestore(harness: Harness, disk: ReturnType<typeof makeDisk>): Promise<void> {
  const installation = await harness.open({ isEmbedded: true, folder: join(disk.path, 'skep') });
  const { nodes, testTeam, ledger } = installation;
  const [node] = nodes;
  const reporters = startReporters({ urls: [node.url], testTeam, ledger });
  const uploaders = startUploaders(node.url, testTeam);
  let unsyncedLost = 0;
  for (let count = 0; count < cuts; count++) {
    await sleep(2_500);
    const unsyncedFile = join(disk.path, `never-synced-${count}`);
    writeFileSync(unsyncedFile, unsynced);
    const processes = [...processTree(node.pid()), ...installation.postgres.pids()];
    disk.cutPower();
    signalAll(processes, 'SIGKILL');
    await node.kill();
    await installation.postgres.close();
    await whenGone(processes);
    disk.restore();
    // The file name may be synced with other files; the content must not be.
    if (!existsSync(unsyncedFile) || readFileSync(unsyncedFile, 'utf8') !== unsynced) unsyncedLost++;
    await node.start();
    await installation.reconnect();
  }
  await sleep(1_000);
  await Promise.all([reporters.stop(), uploaders.stop()]);
  harness.expect('unsynced files lost', String(cuts), String(unsyncedLost), unsyncedLost === cuts);
  await checkUploads(harness, installation, uploaders);
  await harness.finish(installation, { expectedErrors: databaseErrors });
}

async function whenGone(pids: number[]): Promise<void> {
  while (pids.some((pid) => existsSync(`/proc/${pid}/fd`) && existsSync(`/proc/${pid}/exe`))) await sleep(20);
}
