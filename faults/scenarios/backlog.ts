import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import type { Fault } from '../core/harness.ts';
import { createHttpClient } from '../core/http-client.ts';
import { startReporters } from '../core/reporters.ts';
import { storeBugs } from '../core/store-bugs.ts';
import { createTally } from '../core/tally.ts';
import { createLoadProjects, runLoad, whyNoWrk } from '../core/wrk.ts';

const waiting = 100_000;
const batchSize = 500;
const ingestSeconds = 6;
const maxSearchMs = 5_000;
const timeoutMs = 120_000;

/** A large indexing backlog. A lock stops the indexer until all reports are stored. */
export const indexBacklog: Fault = {
  name: 'index-backlog',
  description: `${waiting.toLocaleString('en')} reports not yet in the search index`,
  async run(harness) {
    const installation = await harness.open({ hasWebhooks: false });
    const { nodes, testTeam, ledger, postgres } = installation;
    const [node] = nodes;
    const keys = await createLoadProjects(installation);
    const noWrk = whyNoWrk();
    let storedPerSecond = 0;
    await postgres.db.transaction().execute(async (trx) => {
      await sql`lock table bug_search in exclusive mode`.execute(trx);
      if (!noWrk) {
        const { statuses, seconds } = await runLoad(node.url, keys, 64, ingestSeconds);
        storedPerSecond = (statuses[201] ?? 0) / seconds;
      }
      const project = { teamId: testTeam.teamId, projectId: testTeam.projects[0]?.id ?? 0 };
      for (let count = 0; count < waiting; count += batchSize)
        await storeBugs(postgres.db, project, batchSize);
    });

    const left = await countUnindexed(postgres.db);
    const reporters = startReporters({ urls: [node.url], testTeam, ledger, concurrency: 2 });
    const client = createHttpClient(node.url);
    const searches = createTally();
    const before = performance.now();
    let isDrained = false;
    while (!isDrained && performance.now() - before < timeoutMs) {
      const word = `bulk${1 + (searches.total % batchSize)}`;
      const headers = { authorization: `Bearer ${testTeam.token}` };
      const response = await client.send({ path: `/api/v1/bugs-admin?search=${word}`, headers });
      searches.add(response);
      await sleep(300);
      isDrained = (await countUnindexed(postgres.db)) < 1_000;
    }
    const seconds = (performance.now() - before) / 1000;
    client.close();
    await reporters.stop();
    harness.expectResponses('searches during the backlog', searches, [200], maxSearchMs);
    const rate = left / seconds;
    harness.expect(
      'backlog indexed',
      'yes',
      `${isDrained ? 'yes' : 'no'}, after ${seconds.toFixed(0)} s`,
      isDrained,
    );
    if (noWrk) harness.skip('indexed per second (half the ingest rate)', noWrk);
    else
      harness.expect(
        'indexed per second (half the ingest rate)',
        `at least ${Math.round(storedPerSecond / 2)} of ${Math.round(storedPerSecond)}`,
        String(Math.round(rate)),
        rate >= storedPerSecond / 2,
      );
    await harness.finish(installation);
  },
};

async function countUnindexed(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from bugs) - (select count(*) from bug_search) as n`.execute(db);
  return rows[0]?.n ?? 0;
}
