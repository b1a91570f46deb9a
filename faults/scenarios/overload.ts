import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { residentBytes } from '../../bench/processes.ts';
import type { Fault } from '../core/harness.ts';
import { startReporters } from '../core/reporters.ts';
import { startVisitors } from '../core/visitors.ts';
import { createLoadProjects, type LoadResult, runLoad, whyNoWrk } from '../core/wrk.ts';

const warmUpSeconds = 8;
const seconds = 8;
const peakConnections = 640;
const connectionCounts = [3_000, 8_000];
const maxMegabytes = 3_000;

export const overload: Fault = {
  name: 'overload',
  description: `${connectionCounts.map((count) => count.toLocaleString('en')).join(' and ')} connections instead of ${peakConnections}, two processes`,
  async run(harness) {
    const reason = whyNoWrk();
    if (reason) return harness.skip('load', reason);
    const installation = await harness.open({ workers: 2, isEmbedded: true, hasWebhooks: false });
    const { nodes, testTeam, ledger, postgres } = installation;
    const [node] = nodes;
    const keys = await createLoadProjects(installation);
    const run = (connections: number, forSeconds: number) => runLoad(node.url, keys, connections, forSeconds);
    const reporters = startReporters({ urls: [node.url], testTeam, ledger, concurrency: 2 });
    const visitors = startVisitors(node.url, testTeam);

    const all = [await run(peakConnections, warmUpSeconds)];
    const peak = await run(peakConnections, seconds);
    all.push(peak);
    harness.record(`reports stored per second, ${peakConnections} connections`, goodput(peak).toFixed(0));
    for (const tally of [visitors.lists, visitors.logins]) tally.clear();
    let megabytes = 0;
    for (const connections of connectionCounts) {
      const watching = setInterval(() => {
        megabytes = Math.max(megabytes, residentBytes(node.pid()) / 2 ** 20);
      }, 500);
      const result = await run(connections, seconds);
      clearInterval(watching);
      all.push(result);
      const share = goodput(result) / goodput(peak);
      const name = `${connections.toLocaleString('en')} connections`;
      harness.expect(
        `goodput compared with ${peakConnections} connections, ${name}`,
        'at least 80 %',
        `${Math.round(share * 100)} % (${goodput(result).toFixed(0)}/s, p99 ${result.p99.toFixed(0)} ms)`,
        share >= 0.8,
      );
      const isAllowed = Object.entries(result.statuses).every(
        ([status, count]) => count === 0 || ['201', '429', '503'].includes(status),
      );
      harness.expect(
        `status codes, ${name}`,
        'only 201, 429, 503',
        JSON.stringify(result.statuses),
        isAllowed,
      );
    }
    await Promise.all([reporters.stop(), visitors.stop()]);
    harness.expectResponses('lists during overload', visitors.lists, [200]);
    harness.expectResponses('logins during overload', visitors.logins, [200]);
    harness.atMost('memory of all processes including PostgreSQL', megabytes, maxMegabytes, 'MB');
    const acknowledged = all.reduce((sum, { statuses }) => sum + (statuses[201] ?? 0), 0);
    const stored = await countWhenAllAreStored(postgres.db);
    harness.expect(
      'reports stored, of those acknowledged',
      `at least ${acknowledged}`,
      String(stored),
      stored >= acknowledged,
    );
    await harness.finish(installation);
  },
};

/** Requests of closed connections may still be in progress, so this waits until the count is stable. */
async function countWhenAllAreStored(db: Database): Promise<number> {
  const count = async () => {
    const bugs = db.selectFrom('bugs').select(({ fn }) => fn.countAll<number>().as('n'));
    return (await bugs.where('title', '=', 'Load test').executeTakeFirstOrThrow()).n;
  };
  for (let before = await count(); ; ) {
    await sleep(2_000);
    const now = await count();
    if (now === before) return now;
    before = now;
  }
}

const goodput = ({ statuses, seconds: measured }: LoadResult) => (statuses[201] ?? 0) / measured;
