import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../core/fault.ts';
import { startReporters } from '../core/reporters.ts';
import { startVisitors } from '../core/visitors.ts';

const kills = 4;
const mostReadyMs = 3_000;
/** In processor time of the program that the machine is measured with, which takes a tenth of a second. */
const mostStartTimes = 12;

/** `kill -9` of the service, again and again, while reports come in. The PostgreSQL that it brought goes on without it. */
export const killService: Fault = {
  name: 'kill-service',
  about: 'kill -9 of the service, four times, with the PostgreSQL that it brings',
  async run(hand) {
    const installation = await hand.open({ isEmbedded: true });
    const { nodes, place, ledger } = installation;
    const [node] = nodes;
    const reporters = startReporters({ urls: [node.url], place, ledger });
    const starts = [...installation.starts];
    for (let count = 0; count < kills; count++) {
      await sleep(1_500);
      await node.kill();
      starts.push(await node.start());
    }
    await reporters.stop();
    await installation.reconnect();
    hand.within('ready again after', Math.max(...starts.map(({ readyMs }) => readyMs)), mostReadyMs);
    const spent = Math.max(...starts.flatMap(({ cpuSeconds }) => cpuSeconds));
    hand.spent('processor time of a start', spent, mostStartTimes);
    await hand.conclude(installation);
  },
};

/** With several processes, one that is killed is replaced; when the first is killed, the others end by themselves. */
export const killWorkers: Fault = {
  name: 'kill-workers',
  about: 'kill -9 of one of four processes, then of the one that started them (WORKERS=4)',
  async run(hand) {
    const installation = await hand.open({ workers: 4, isEmbedded: true });
    const { nodes, place, ledger, starts } = installation;
    const [node] = nodes;
    const reporters = startReporters({ urls: [node.url], place, ledger });
    const visitors = startVisitors(node.url, place);
    await sleep(1_500);

    const before = node.workers();
    await node.kill(before[0]);
    const replacedMs = await timeUntil(() => {
      const now = node.workers();
      return now.length === 4 && now.some((pid) => !before.includes(pid));
    });
    await sleep(1_000);
    await visitors.stop();
    hand.answered('lists while a process was killed', visitors.lists, [200, 'broken']);
    hand.within('another process in its place after', replacedMs, mostReadyMs);

    const orphans = node.workers();
    await node.kill();
    const goneMs = await timeUntil(() => orphans.every((pid) => !isRunning(pid)));
    hand.within('the other processes are gone after', goneMs, 10_000);
    const again = await node.start();
    await sleep(1_000);
    await reporters.stop();
    await installation.reconnect();
    hand.within('ready again after', again.readyMs, mostReadyMs);
    const spent = Math.max(...[...starts, again].flatMap(({ cpuSeconds }) => cpuSeconds));
    hand.spent('processor time of a start, each process', spent, mostStartTimes);
    await hand.conclude(installation, { expectedErrors: [/^a server process ended and is replaced/] });
  },
};

async function timeUntil(isTrue: () => boolean): Promise<number> {
  const before = performance.now();
  while (!isTrue() && performance.now() - before < 60_000) await sleep(20);
  return performance.now() - before;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
