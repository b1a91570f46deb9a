import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { familyOf, signalAll } from '../../bench/processes.ts';
import { databaseTrouble } from '../checks/logs.ts';
import { makeDisk, whyNoDisk } from '../core/disk.ts';
import type { Fault, Hand } from '../core/fault.ts';
import { startReporters } from '../core/reporters.ts';
import { checkUploads, startUploaders } from '../core/uploaders.ts';

const cuts = 3;
const unsynced = 'This has not been synced, so that it must be gone.';

/** The power goes while reports and images come in: what was not synced is gone, and nothing that was acknowledged may be. */
export const powerLoss: Fault = {
  name: 'power-loss',
  about: 'three power cuts: the file system of all data stops, without what was not synced',
  async run(hand) {
    const reason = whyNoDisk();
    if (reason) return hand.cannot('power cuts', reason);
    const disk = makeDisk(hand.folder, 4_000);
    try {
      await cutAndRestore(hand, disk);
    } finally {
      disk.remove();
    }
  },
};

async function cutAndRestore(hand: Hand, disk: ReturnType<typeof makeDisk>): Promise<void> {
  const installation = await hand.open({ isEmbedded: true, folder: join(disk.path, 'skep') });
  const { nodes, place, ledger } = installation;
  const [node] = nodes;
  const reporters = startReporters({ urls: [node.url], place, ledger });
  const uploaders = startUploaders(node.url, place);
  let unsyncedLost = 0;
  for (let count = 0; count < cuts; count++) {
    await sleep(2_500);
    const witness = join(disk.path, `never-synced-${count}`);
    writeFileSync(witness, unsynced);
    const processes = [...familyOf(node.pid()), ...installation.postgres.pids()];
    disk.cutPower();
    signalAll(processes, 'SIGKILL');
    await node.kill();
    await installation.postgres.close();
    await whenGone(processes);
    disk.restore();
    // Its name may have been written together with what others have synced; its text has not.
    if (!existsSync(witness) || readFileSync(witness, 'utf8') !== unsynced) unsyncedLost++;
    await node.start();
    await installation.reconnect();
  }
  await sleep(1_000);
  await Promise.all([reporters.stop(), uploaders.stop()]);
  hand.expect(
    'files that were not synced are gone',
    String(cuts),
    String(unsyncedLost),
    unsyncedLost === cuts,
  );
  await checkUploads(hand, installation, uploaders);
  await hand.conclude(installation, { expectedErrors: databaseTrouble });
}

async function whenGone(pids: number[]): Promise<void> {
  while (pids.some((pid) => existsSync(`/proc/${pid}/fd`) && existsSync(`/proc/${pid}/exe`))) await sleep(20);
}
