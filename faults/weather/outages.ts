import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anAddress } from '../../apps/server/test/builders.ts';
import { createClient } from '../../apps/server/test/client.ts';
import { openLine } from '../../apps/server/test/line.ts';
import { startMailServer } from '../../apps/server/test/mail-server.ts';
import { createExchange, type Reply } from '../core/exchange.ts';
import type { Fault } from '../core/fault.ts';
import { type Place, password } from '../core/place.ts';
import { startReporters } from '../core/reporters.ts';
import { startSilentNames, whyNoSilentNames } from '../core/silent-names.ts';
import { createTally } from '../core/tally.ts';
import { startVisitors } from '../core/visitors.ts';

const outageMs = 12_000;
const mailPatienceMs = 90_000;

type Trouble = 'down' | 'hanging';

/** Everything outside of the service is away at once: mail, the S3 store, sign-in providers, names of webhooks. */
const outage = (trouble: Trouble): Fault => ({
  name: `outside-${trouble}`,
  about: `mail server, S3 store, sign-in providers and name server ${trouble}`,
  async run(hand) {
    const mail = await startMailServer();
    const mailLine = await openLine(mail.url);
    const store = await aServer(trouble);
    const provider = await aServer(trouble);
    const noSilence = trouble === 'hanging' ? whyNoSilentNames() : null;
    const names = trouble === 'hanging' && !noSilence ? await startSilentNames(hand.folder) : null;
    if (noSilence) hand.cannot('a name server that does not answer', noSilence);
    const installation = await hand.open({
      command: names?.command ?? [],
      settings: {
        SMTP_URL: mailLine.url,
        S3_ENDPOINT: store.url,
        S3_BUCKET: 'bees',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'secret',
        GOOGLE_CLIENT_ID: 'id',
        GOOGLE_CLIENT_SECRET: 'secret',
        GOOGLE_ISSUER: provider.url,
      },
    });
    const { nodes, place, ledger } = installation;
    const [node] = nodes;
    if (trouble === 'down') mailLine.cut();
    else mailLine.silence();
    const owner = createClient(node.url, { authorization: `Bearer ${place.token}` });
    const webhooks = `/api/v1/projects/${place.projects[0]?.id}/webhooks`;
    const lost = (
      await owner.post(webhooks, { url: 'http://hooks.nowhere.invalid/hook', events: ['bug.created'] })
    ).body;
    const reporters = startReporters({ urls: [node.url], place, ledger, lanes: 8 });
    const visitors = startVisitors(node.url, place);

    const exchange = createExchange(node.url);
    const signUps = createTally();
    const signIns = createTally();
    const images = createTally();
    const newcomer = `newcomer-${trouble}@example.com`;
    signUps.add(
      await exchange.ask({
        method: 'POST',
        path: '/api/v1/auth/signup',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': anAddress() },
        body: JSON.stringify({ email: newcomer, password }),
      }),
    );
    images.add(await askForUpload(node.url, place));
    signIns.add(await exchange.ask({ path: '/api/v1/auth/oauth/google/start' }));
    exchange.close();
    await sleep(outageMs);
    await Promise.all([reporters.stop(), visitors.stop()]);
    const tried = await owner.post(`${webhooks}/${lost.id}/test`);
    const why = String(tried.body?.error ?? '');
    await owner.delete(`${webhooks}/${lost.id}`);
    hand.expect('the owner sees why the webhook fails', 'a reason', why || 'nothing', why !== '');
    hand.answered('reports', reporters.tally, [201]);
    hand.answered('lists', visitors.lists, [200]);
    hand.answered('log-ins', visitors.logins, [200]);
    hand.answered('/health', visitors.health, [200]);
    hand.answered('sign-ups', signUps, [201]);
    hand.answered('addresses for images', images, [201]);
    // A provider may take ten seconds to answer; the person is sent back to the log-in then.
    hand.answered('sign-ins with a provider', signIns, [302], 11_000);

    mailLine.mend();
    const before = performance.now();
    while (mail.everything(newcomer).length === 0 && performance.now() - before < mailPatienceMs)
      await sleep(100);
    const mails = mail.everything(newcomer).length;
    const seconds = Math.round((performance.now() - before) / 1000);
    hand.expect('mails that waited for the mail server', '1', `${mails} after ${seconds} s`, mails === 1);
    names?.close();
    store.close();
    provider.close();
    await hand.conclude(installation, {
      expectedErrors: [/^job failed/, /^sign-in could not/, /S3/, /mail/],
    });
    mailLine.close();
    await mail.close();
  },
});

export const outages: Fault[] = [outage('down'), outage('hanging')];

/** Reports a bug, and asks where its image may be uploaded. */
async function askForUpload(url: string, { projects }: Place): Promise<Reply> {
  const exchange = createExchange(url);
  const headers = { 'content-type': 'application/json', 'x-api-key': projects[0]?.key ?? '' };
  const post = (path: string, body: object) =>
    exchange.ask({ method: 'POST', path, headers, body: JSON.stringify(body) });
  const bug = JSON.parse((await post('/api/v1/bugs', { title: 'With an image', description: '-' })).text);
  const wish = { filename: 'a.png', content_type: 'image/png', content_length: 600 };
  const reply = await post(`/api/v1/bugs/${bug.id}/attachments`, wish);
  exchange.close();
  return reply;
}

/** A server that takes connections and never says anything, or one that is not there. */
async function aServer(trouble: Trouble): Promise<{ url: string; close(): void }> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (trouble === 'down') server.close();
  return { url, close: () => void server.close() };
}
