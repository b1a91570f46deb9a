import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anAddress } from '../../apps/server/test/builders.ts';
import { createClient } from '../../apps/server/test/client.ts';
import { startMailServer } from '../../apps/server/test/mail-server.ts';
import { openTcpProxy } from '../../apps/server/test/tcp-proxy.ts';
import type { Fault } from '../core/harness.ts';
import { createHttpClient, type HttpResponse } from '../core/http-client.ts';
import { startReporters } from '../core/reporters.ts';
import { startSilentDns, whyNoSilentDns } from '../core/silent-dns.ts';
import { createTally } from '../core/tally.ts';
import { password, type TestTeam } from '../core/test-team.ts';
import { startVisitors } from '../core/visitors.ts';

const outageMs = 12_000;
const mailTimeoutMs = 90_000;

type OutageMode = 'down' | 'hanging';

/** All external services fail together: SMTP, S3, OAuth provider and the DNS for webhooks. */
const outage = (mode: OutageMode): Fault => ({
  name: `external-${mode}`,
  description: `mail server, S3, OAuth provider and DNS ${mode}`,
  async run(harness) {
    const mail = await startMailServer();
    const mailLine = await openTcpProxy(mail.url);
    const store = await startBrokenServer(mode);
    const provider = await startBrokenServer(mode);
    const noSilentDns = mode === 'hanging' ? whyNoSilentDns() : null;
    const dns = mode === 'hanging' && !noSilentDns ? await startSilentDns(harness.folder) : null;
    if (noSilentDns) harness.skip('DNS server that does not respond', noSilentDns);
    const installation = await harness.open({
      command: dns?.command ?? [],
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
    const { nodes, testTeam, ledger } = installation;
    const [node] = nodes;
    if (mode === 'down') mailLine.cut();
    else mailLine.silence();
    const owner = createClient(node.url, { authorization: `Bearer ${testTeam.token}` });
    const webhooks = `/api/v1/projects/${testTeam.projects[0]?.id}/webhooks`;
    const lost = (
      await owner.post(webhooks, { url: 'http://hooks.nowhere.invalid/hook', events: ['bug.created'] })
    ).body;
    const reporters = startReporters({ urls: [node.url], testTeam, ledger, concurrency: 8 });
    const visitors = startVisitors(node.url, testTeam);

    const client = createHttpClient(node.url);
    const signUps = createTally();
    const signIns = createTally();
    const images = createTally();
    const newcomer = `newcomer-${mode}@example.com`;
    signUps.add(
      await client.send({
        method: 'POST',
        path: '/api/v1/auth/signup',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': anAddress() },
        body: JSON.stringify({ email: newcomer, password }),
      }),
    );
    images.add(await requestUpload(node.url, testTeam));
    signIns.add(await client.send({ path: '/api/v1/auth/oauth/google/start' }));
    client.close();
    await sleep(outageMs);
    await Promise.all([reporters.stop(), visitors.stop()]);
    const tried = await owner.post(`${webhooks}/${lost.id}/test`);
    const reason = String(tried.body?.error ?? '');
    await owner.delete(`${webhooks}/${lost.id}`);
    harness.expect(
      'webhook test shows the reason of the failure',
      'a reason',
      reason || 'none',
      reason !== '',
    );
    harness.expectResponses('reports', reporters.tally, [201]);
    harness.expectResponses('lists', visitors.lists, [200]);
    harness.expectResponses('logins', visitors.logins, [200]);
    harness.expectResponses('/health', visitors.health, [200]);
    harness.expectResponses('sign-ups', signUps, [201]);
    harness.expectResponses('upload URLs for images', images, [201]);
    // The provider times out after ten seconds, then the user is redirected to the login page.
    harness.expectResponses('OAuth sign-ins', signIns, [302], 11_000);

    mailLine.mend();
    const before = performance.now();
    while (mail.everything(newcomer).length === 0 && performance.now() - before < mailTimeoutMs)
      await sleep(100);
    const mails = mail.everything(newcomer).length;
    const seconds = Math.round((performance.now() - before) / 1000);
    harness.expect('emails sent after the outage', '1', `${mails} after ${seconds} s`, mails === 1);
    dns?.close();
    store.close();
    provider.close();
    await harness.finish(installation, {
      expectedErrors: [/^job failed/, /^sign-in could not/, /S3/, /mail/],
    });
    mailLine.close();
    await mail.close();
  },
});

export const outages: Fault[] = [outage('down'), outage('hanging')];

/** Reports a bug and requests an upload URL for its image. */
async function requestUpload(url: string, { projects }: TestTeam): Promise<HttpResponse> {
  const client = createHttpClient(url);
  const headers = { 'content-type': 'application/json', 'x-api-key': projects[0]?.key ?? '' };
  const post = (path: string, body: object) =>
    client.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
  const bug = JSON.parse((await post('/api/v1/bugs', { title: 'With an image', description: '-' })).text);
  const metadata = { filename: 'a.png', content_type: 'image/png', content_length: 600 };
  const response = await post(`/api/v1/bugs/${bug.id}/attachments`, metadata);
  client.close();
  return response;
}

/** A server that refuses connections (`down`) or never responds (`hanging`). */
async function startBrokenServer(mode: OutageMode): Promise<{ url: string; close(): void }> {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (mode === 'down') server.close();
  return { url, close: () => void server.close() };
}
