import { setTimeout as sleep } from 'node:timers/promises';
import { settle } from '../checks/settle.ts';
import { createExchange } from '../core/exchange.ts';
import type { Fault } from '../core/fault.ts';
import { startReporters } from '../core/reporters.ts';
import { storeBugs } from '../core/store-bugs.ts';
import { checkUploads, startUploaders } from '../core/uploaders.ts';

const kills = 3;
const exported = 20_000;

/** `kill -9` while images come in: one that was acknowledged is there as a whole, any other is there as a whole or not at all. */
export const killUploads: Fault = {
  name: 'kill-uploads',
  about: 'kill -9 during uploads of images, three times',
  async run(hand) {
    const installation = await hand.open({ hasWebhooks: false });
    const { nodes, place, ledger } = installation;
    const [node] = nodes;
    const reporters = startReporters({ urls: [node.url], place, ledger, lanes: 4 });
    const uploaders = startUploaders(node.url, place);
    for (let count = 0; count < kills; count++) {
      await sleep(1_500);
      await node.kill();
      await node.start();
    }
    await sleep(500);
    await Promise.all([reporters.stop(), uploaders.stop()]);
    await checkUploads(hand, installation, uploaders);
    await hand.conclude(installation);
  },
};

/** `kill -9` during an export: whoever downloads it notices, and the next one is complete. */
export const killExport: Fault = {
  name: 'kill-export',
  about: `kill -9 during an export of ${exported.toLocaleString('en')} bugs`,
  async run(hand) {
    const installation = await hand.open({ hasWebhooks: false });
    const [node] = installation.nodes;
    const { postgres, place } = installation;
    await storeBugs(postgres.db, { teamId: place.teamId, projectId: place.projects[0]?.id ?? 0 }, exported);
    // A process that is killed while it indexes leaves that to others only a minute later.
    await settle(installation);
    const question = {
      path: '/api/v1/bugs-admin/export.csv',
      headers: { authorization: `Bearer ${place.token}` },
    };
    const exchange = createExchange(node.url);
    const begun = Promise.withResolvers<void>();
    const cutOff = exchange.ask({ ...question, onBytes: begun.resolve });
    await begun.promise;
    await node.kill();
    const broken = await cutOff;
    const seen = broken.status === null ? 'broken off' : `${broken.status}, as if complete`;
    hand.expect('the export that was cut off', 'broken off', seen, broken.status === null);
    await node.start();
    const { status, text } = await exchange.ask(question);
    exchange.close();
    const lines = text.trimEnd().split('\n').length - 1;
    const isWhole = status === 200 && lines === exported;
    hand.expect('the next export', `${exported} bugs`, `${lines} bugs (${status})`, isWhole);
    await hand.conclude(installation);
  },
};
