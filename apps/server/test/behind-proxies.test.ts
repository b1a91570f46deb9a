import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createClient } from './client.ts';
import { openStreamAt } from './event-stream.ts';
import { anImage } from './images.ts';
import { aProjectIn } from './process-builders.ts';
import { missingPrograms, startCaddy, startNginx } from './reverse-proxies.ts';
import { aPreparedDataDir, runService } from './service-process.ts';

if (missingPrograms.length > 0) {
  console.warn(
    `The recipes for proxies are not tested: install ${missingPrograms.join(', ')} (on Debian: apt-get install nginx caddy openssl).`,
  );
}

/** The trusted proxies of the systemd unit. */
const unit = readFileSync('deploy/systemd/skep.service', 'utf8');
const TRUSTED_PROXIES = /TRUSTED_PROXIES=(\S+)/.exec(unit)?.[1] ?? '';

const report = { title: 'Broken', description: 'It does not work' };
const twoMebibytes = 2 * 1024 ** 2;

/** Sends a report from one of this machine's IP addresses and returns the bug's id. */
async function reportFrom(localAddress: string, url: string, headers: Record<string, string>) {
  const sending = request(`${url}/api/v1/bugs`, { method: 'POST', localAddress, headers, agent: false });
  sending.end(JSON.stringify(report));
  return new Promise<number>((resolve, reject) => {
    sending.on('error', reject).on('response', async (response) => {
      resolve(((await json(response)) as { id: number }).id);
    });
  });
}

it.skipIf(missingPrograms.length > 0)(
  'streams, takes images, knows its clients and answers for itself behind nginx and Caddy',
  async () => {
    const service = await runService({
      NODE_ENV: 'production',
      TRUSTED_PROXIES,
      DATA_DIR: await aPreparedDataDir(),
    });
    const port = new URL(service.url).port;
    const { owner, token, project } = await aProjectIn(service.api);
    // The blocklist uses the real IP address, not the forged header.
    await owner.post(`/api/v1/projects/${project.id}/blocklist`, { kind: 'ip', value: '127.0.0.2' });
    const key = { 'x-api-key': project.api_key, 'content-type': 'application/json' };

    for (const proxy of await Promise.all([startNginx(port), startCaddy(port)])) {
      const sender = createClient(proxy.url, key);
      const stream = await openStreamAt(proxy.url, { token });
      const { body: bug } = await sender.post('/api/v1/bugs', report);
      expect((await stream.receive(1))[0]?.data.bug_id, proxy.name).toBe(bug.id);
      await stream.close();

      const blocked = await reportFrom('127.0.0.2', proxy.url, { ...key, 'x-forwarded-for': '203.0.113.9' });
      const stored = await reportFrom('127.0.0.3', proxy.url, { ...key, 'x-forwarded-for': '127.0.0.2' });
      const statuses = [blocked, stored].map(async (id) => (await owner.get(`/api/v1/bugs/${id}`)).status);
      expect(await Promise.all(statuses), proxy.name).toEqual([404, 200]);

      const asked = await sender.post(`/api/v1/bugs/${bug.id}/attachments`, {
        filename: 'screen.png',
        content_type: 'image/png',
        content_length: twoMebibytes,
      });
      const { pathname, search } = new URL(asked.body.upload_url);
      const put = (bytes: Buffer<ArrayBuffer>) =>
        fetch(proxy.url + pathname + search, { method: 'PUT', headers: asked.body.headers, body: bytes });
      const tooLarge = await put(anImage('image/png', 3 * twoMebibytes));
      expect([tooLarge.status >= 400, await tooLarge.json()], proxy.name).toEqual([
        true,
        { detail: expect.any(String) },
      ]);
      expect((await put(anImage('image/png', twoMebibytes))).ok, proxy.name).toBe(true);
      const { body: withImage } = await owner.get(`/api/v1/bugs/${bug.id}`);
      expect(withImage.attachments, proxy.name).toMatchObject([{ content_length: twoMebibytes }]);

      const refused = await sender.post('/api/v1/bugs', { ...report, extra: 'x'.repeat(600 * 1024) });
      expect([refused.status, refused.body], proxy.name).toEqual([413, { detail: expect.any(String) }]);
      expect(await proxy.statusOverTls('/health'), proxy.name).toBe(200);
    }
  },
);
