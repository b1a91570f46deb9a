import { setTimeout as sleep } from 'node:timers/promises';
import { settle } from '../checks/settle.ts';
import type { Fault } from '../core/harness.ts';
import { createHttpClient } from '../core/http-client.ts';
import { startReporters } from '../core/reporters.ts';
import { storeBugs } from '../core/store-bugs.ts';
import { checkUploads, startUploaders } from '../core/uploaders.ts';

const kills = 3;
const exported = 20_000;

/** Acknowledged images must be complete; others are complete or absent. */
export const killUploads: Fault = {
  name: 'kill-uploads',
  description: 'kill -9 during image uploads, three times',
  async run(harness) {
    const installation = await harness.open({ hasWebhooks: false });
    const { nodes, testTeam, ledger } = installation;
    const [node] = nodes;
    const reporters = startReporters({ urls: [node.url], testTeam, ledger, concurrency: 4 });
    const uploaders = startUploaders(node.url, testTeam);
    for (let count = 0; count < kills; count++) {
      await sleep(1_500);
      await node.kill();
      await node.start();
    }
    await sleep(500);
    await Promise.all([reporters.stop(), uploaders.stop()]);
    await checkUploads(harness, installation, uploaders);
    await harness.finish(installation);
  },
};

/** The client must notice the aborted download, and the next export is complete. */
export const killExport: Fault = {
  name: 'kill-export',
  description: `kill -9 during an export of ${exported.toLocaleString('en')} bugs`,
  async run(harness) {
    const installation = await harness.open({ hasWebhooks: false });
    const [node] = installation.nodes;
    const { postgres, testTeam } = installation;
    await storeBugs(
      postgres.db,
      { teamId: testTeam.teamId, projectId: testTeam.projects[0]?.id ?? 0 },
      exported,
    );
    // If a process is killed while indexing, its lease delays the indexer by a minute.
    await settle(installation);
    const request = {
      path: '/api/v1/bugs-admin/export.csv',
      headers: { authorization: `Bearer ${testTeam.token}` },
    };
    const client = createHttpClient(node.url);
    const started = Promise.withResolvers<void>();
    const interrupted = client.send({ ...request, onBytes: started.resolve });
    await started.promise;
    await node.kill();
    const broken = await interrupted;
    const outcome = broken.status === null ? 'aborted' : `${broken.status}, as if complete`;
    harness.expect('interrupted export', 'aborted', outcome, broken.status === null);
    await node.start();
    const { status, text } = await client.send(request);
    client.close();
    const lines = text.trimEnd().split('\n').length - 1;
    const isWhole = status === 200 && lines === exported;
    harness.expect('next export', `${exported} bugs`, `${lines} bugs (${status})`, isWhole);
    await harness.finish(installation);
  },
};
