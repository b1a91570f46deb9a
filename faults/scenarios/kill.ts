import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../core/harness.ts';
import { startReporters } from '../core/reporters.ts';
import { startVisitors } from '../core/visitors.ts';

const kills = 4;
const maxReadyMs = 3_000;
/** Multiple of the CPU time of the reference program, which is about 0.1 s. */
const maxStartFactor = 12;

/** The embedded PostgreSQL keeps running when the service is killed. */
export const killService: Fault = {
  name: 'kill-service',
  description: 'kill -9 of the service, four times, with embedded PostgreSQL',
  async run(harness) {
    const installation = await harness.open({ isEmbedded: true });
    const { nodes, testTeam, ledger } = installation;
    const [node] = nodes;
    const reporters = startReporters({ urls: [node.url], testTeam, ledger });
    const starts = [...installation.starts];
    for (let count = 0; count < kills; count++) {
      await sleep(1_500);
      await node.kill();
      starts.push(await node.start());
    }
    await reporters.stop();
    await installation.reconnect();
    harness.within('ready again after', Math.max(...starts.map(({ readyMs }) => readyMs)), maxReadyMs);
    const spent = Math.max(...starts.flatMap(({ cpuSeconds }) => cpuSeconds));
    harness.cpuWithin('CPU time of a start', spent, maxStartFactor);
    await harness.finish(installation);
  },
};

/** A killed worker is replaced. When the first process is killed, its workers exit. */
export const killWorkers: Fault = {
  name: 'kill-workers',
  description: 'kill -9 of one of four workers, then of their parent process (WORKERS=4)',
  async run(harness) {
    const installation = await harness.open({ workers: 4, isEmbedded: true });
    const { nodes, testTeam, ledger, starts } = installation;
    const [node] = nodes;
    const reporters = startReporters({ urls: [node.url], testTeam, ledger });
    const visitors = startVisitors(node.url, testTeam);
    await sleep(1_500);

    const before = node.workers();
    await node.kill(before[0]);
    const replacedMs = await timeUntil(() => {
      const now = node.workers();
      return now.length === 4 && now.some((pid) => !before.includes(pid));
    });
    await sleep(1_000);
    await visitors.stop();
    harness.expectResponses('lists during the kill of a worker', visitors.lists, [200, 'broken']);
    harness.within('worker replaced after', replacedMs, maxReadyMs);

    const orphans = node.workers();
    await node.kill();
    const goneMs = await timeUntil(() => orphans.every((pid) => !isRunning(pid)));
    harness.within('orphaned workers gone after', goneMs, 10_000);
    const again = await node.start();
    await sleep(1_000);
    await reporters.stop();
    await installation.reconnect();
    harness.within('ready again after', again.readyMs, maxReadyMs);
    const spent = Math.max(...[...starts, again].flatMap(({ cpuSeconds }) => cpuSeconds));
    harness.cpuWithin('CPU time of a start, per process', spent, maxStartFactor);
    await harness.finish(installation, { expectedErrors: [/^server process exited, restarting/] });
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
