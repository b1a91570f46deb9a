import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { createExchange } from '../core/exchange.ts';
import type { Fault } from '../core/fault.ts';
import { startReporters } from '../core/reporters.ts';
import { storeBugs } from '../core/store-bugs.ts';
import { createTally } from '../core/tally.ts';
import { crowd, makeCrowdedProjects, whyNoWrk } from '../core/wrk.ts';

const waiting = 100_000;
const atOnce = 500;
const ingestSeconds = 6;
const mostSearchMs = 5_000;
const patienceMs = 120_000;

/** Very many reports that are not indexed yet. The index is held still until they are there. */
export const indexBacklog: Fault = {
  name: 'index-backlog',
  about: `${waiting.toLocaleString('en')} reports that the search index does not have yet`,
  async run(hand) {
    const installation = await hand.open({ hasWebhooks: false });
    const { nodes, place, ledger, postgres } = installation;
    const [node] = nodes;
    const keys = await makeCrowdedProjects(installation);
    const noWrk = whyNoWrk();
    let storedASecond = 0;
    await postgres.db.transaction().execute(async (trx) => {
      await sql`lock table bug_search in exclusive mode`.execute(trx);
      if (!noWrk) {
        const { statuses, seconds } = await crowd(node.url, keys, 64, ingestSeconds);
        storedASecond = (statuses[201] ?? 0) / seconds;
      }
      const project = { teamId: place.teamId, projectId: place.projects[0]?.id ?? 0 };
      for (let count = 0; count < waiting; count += atOnce) await storeBugs(postgres.db, project, atOnce);
    });

    const left = await countUnindexed(postgres.db);
    const reporters = startReporters({ urls: [node.url], place, ledger, lanes: 2 });
    const exchange = createExchange(node.url);
    const searches = createTally();
    const before = performance.now();
    let isDrained = false;
    while (!isDrained && performance.now() - before < patienceMs) {
      const word = `bulk${1 + (searches.total % atOnce)}`;
      const headers = { authorization: `Bearer ${place.token}` };
      const reply = await exchange.ask({ path: `/api/v1/bugs-admin?search=${word}`, headers });
      searches.add(reply);
      await sleep(300);
      isDrained = (await countUnindexed(postgres.db)) < 1_000;
    }
    const seconds = (performance.now() - before) / 1000;
    exchange.close();
    await reporters.stop();
    hand.answered('searches meanwhile', searches, [200], mostSearchMs);
    const rate = left / seconds;
    hand.expect(
      'all of them indexed',
      'yes',
      `${isDrained ? 'yes' : 'no'}, after ${seconds.toFixed(0)} s`,
      isDrained,
    );
    if (noWrk) hand.cannot('indexed a second, beside what is stored a second', noWrk);
    else
      hand.expect(
        'indexed a second, beside what is stored a second',
        `at least ${Math.round(storedASecond / 2)} of ${Math.round(storedASecond)}`,
        String(Math.round(rate)),
        rate >= storedASecond / 2,
      );
    await hand.conclude(installation);
  },
};

async function countUnindexed(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from bugs) - (select count(*) from bug_search) as n`.execute(db);
  return rows[0]?.n ?? 0;
}
