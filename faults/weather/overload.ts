import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { residentBytes } from '../../bench/processes.ts';
import type { Fault } from '../core/fault.ts';
import { startReporters } from '../core/reporters.ts';
import { startVisitors } from '../core/visitors.ts';
import { type Crowd, crowd, makeCrowdedProjects, whyNoWrk } from '../core/wrk.ts';

const warmUpSeconds = 8;
const seconds = 8;
const peakConnections = 640;
const crowds = [3_000, 8_000];
const mostMegabytes = 3_000;

/** Many more connections than can be served at once. */
export const overload: Fault = {
  name: 'overload',
  about: `${crowds.map((count) => count.toLocaleString('en')).join(' and ')} connections instead of ${peakConnections}, two processes`,
  async run(hand) {
    const reason = whyNoWrk();
    if (reason) return hand.cannot('crowds of connections', reason);
    const installation = await hand.open({ workers: 2, isEmbedded: true, hasWebhooks: false });
    const { nodes, place, ledger, postgres } = installation;
    const [node] = nodes;
    const keys = await makeCrowdedProjects(installation);
    const run = (connections: number, forSeconds: number) => crowd(node.url, keys, connections, forSeconds);
    const reporters = startReporters({ urls: [node.url], place, ledger, lanes: 2 });
    const visitors = startVisitors(node.url, place);

    const all = [await run(peakConnections, warmUpSeconds)];
    const peak = await run(peakConnections, seconds);
    all.push(peak);
    hand.tell(`stored a second, ${peakConnections} connections`, goodput(peak).toFixed(0));
    for (const tally of [visitors.lists, visitors.logins]) tally.clear();
    let megabytes = 0;
    for (const connections of crowds) {
      const watching = setInterval(() => {
        megabytes = Math.max(megabytes, residentBytes(node.pid()) / 2 ** 20);
      }, 500);
      const seen = await run(connections, seconds);
      clearInterval(watching);
      all.push(seen);
      const share = goodput(seen) / goodput(peak);
      const name = `${connections.toLocaleString('en')} connections`;
      hand.expect(
        `goodput of the peak, ${name}`,
        'at least 80 %',
        `${Math.round(share * 100)} % (${goodput(seen).toFixed(0)} a second, 99 % within ${seen.p99.toFixed(0)} ms)`,
        share >= 0.8,
      );
      const isAllowed = Object.entries(seen.statuses).every(
        ([status, count]) => count === 0 || ['201', '429', '503'].includes(status),
      );
      hand.expect(`answers, ${name}`, 'only 201, 429, 503', JSON.stringify(seen.statuses), isAllowed);
    }
    await Promise.all([reporters.stop(), visitors.stop()]);
    hand.answered('lists meanwhile', visitors.lists, [200]);
    hand.answered('log-ins meanwhile', visitors.logins, [200]);
    hand.atMost('memory of all processes, PostgreSQL included', megabytes, mostMegabytes, 'MB');
    const acknowledged = all.reduce((sum, { statuses }) => sum + (statuses[201] ?? 0), 0);
    const stored = await countWhenAllAreStored(postgres.db);
    hand.expect(
      'stored of those acknowledged to the crowds',
      `at least ${acknowledged}`,
      String(stored),
      stored >= acknowledged,
    );
    await hand.conclude(installation);
  },
};

/** Connections that have ended leave requests behind, which are stored all the same. */
async function countWhenAllAreStored(db: Database): Promise<number> {
  const count = async () => {
    const crowds = db.selectFrom('bugs').select(({ fn }) => fn.countAll<number>().as('n'));
    return (await crowds.where('title', '=', 'A crowd').executeTakeFirstOrThrow()).n;
  };
  for (let before = await count(); ; ) {
    await sleep(2_000);
    const now = await count();
    if (now === before) return now;
    before = now;
  }
}

const goodput = ({ statuses, seconds: measured }: Crowd) => (statuses[201] ?? 0) / measured;
