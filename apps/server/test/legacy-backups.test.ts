import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { aReport } from './builders.ts';
import type { Client } from './client.ts';
import { openStreamAt } from './event-stream.ts';
import { aDataDir, launch, runService, type ServiceProcess } from './service-process.ts';
import { startReceiver, verify } from './webhook-receiver.ts';

const cli = fileURLToPath(new URL('../../../packages/cli/bin/skep.js', import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** Responses of the service that wrote the backup. */
interface Former {
  email: string;
  /** An account with a non-ASCII domain; null if it was rejected. */
  foreign: string | null;
  password: string;
  teamId: number;
  projectId: number;
  apiKey: string;
  ciKey: string;
  webhookId: number;
  webhookSecret: string;
  mcpToken: string;
  labelId: number;
  ids: [number, number, number, number, number];
  /** A bug whose event was not dispatched yet. */
  pendingId: number;
  delivered: number;
  image: string;
}

/** Restores the file into a new installation and starts it. */
async function restore(name: string): Promise<ServiceProcess> {
  const settings = { DATA_DIR: await aDataDir(), WEBHOOK_ALLOW_PRIVATE: 'true', NODE_ENV: 'production' };
  const run = launch(cli, ['admin', 'restore', fixture(`${name}.tar.gz`)], settings);
  // No table in the file is reported as unknown.
  expect([await run.exit, run.stderr()]).toEqual([0, '']);
  return runService(settings);
}

const logIn = async (service: ServiceProcess, email: string, password: string): Promise<string> =>
  (await service.api.retrying().post('/api/v1/auth/login', { email, password })).body.access_token;

const idsIn = async (owner: Client, query: string): Promise<number[]> =>
  (await owner.get(`/api/v1/bugs-admin?${query}`)).body.items.map(({ id }: { id: number }) => id);

/** Created by Skep 0.1.0 and by the last version before the baseline. */
it.each(['backup-0.1.0', 'backup-0034'])('%s is restored with all that is in it', async (name) => {
  const former: Former = JSON.parse(await readFile(fixture(`${name}.json`), 'utf8'));
  const [first, second, third, fourth, fifth] = former.ids;
  const service = await restore(name);
  const token = await logIn(service, former.email, former.password);
  const owner = service.api.retrying().with({ authorization: `Bearer ${token}` });
  if (former.foreign)
    expect(await logIn(service, 'bea@xn--bcher-kva.example', former.password)).toEqual(expect.any(String));

  expect(await idsIn(owner, 'limit=50')).toEqual([former.pendingId, fifth, fourth, third, second, first]);
  expect(await idsIn(owner, `label_id=${former.labelId}`)).toEqual([fourth, first]);
  expect(await idsIn(owner, 'environment=production&app_version=1.2.1')).toEqual([fourth, second]);
  expect(await idsIn(owner, 'reporter=cleo@example.com')).toEqual([first]);
  expect(await idsIn(owner, 'status=resolved')).toEqual([third]);
  expect(await idsIn(owner, 'os=linux')).toEqual([first]);
  expect((await owner.get('/api/v1/bugs-admin?status=open&limit=1')).body.total).toBe(4);
  await expect.poll(() => idsIn(owner, 'search=honey')).toEqual([second, first]);
  expect((await owner.get(`/api/v1/teams/${former.teamId}/stats?range=all`)).body.by_status).toMatchObject({
    open: 4,
    in_progress: 1,
    resolved: 1,
  });

  await expectBug(service, owner, former);
  await expectToGoOn(service, token, former);
});

async function expectBug({ url }: ServiceProcess, owner: Client, { ids, image, teamId }: Former) {
  const [first, second] = ids;
  const path = `/api/v1/bugs-admin/${first}`;
  const bug = (await owner.get(path)).body;
  expect(bug.extra).toEqual({ b: 1.5, a: [1] });
  expect(bug.labels).toMatchObject([{ name: 'späth' }]);
  const shown = await fetch(bug.attachments[0].url.replace(/^http:\/\/[^/]+/, url));
  expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(image);
  const comments = (await owner.get(`${path}/comments`)).body.items;
  expect(comments.map(({ body }: { body: string }) => body)).toEqual(['Tabs\tand\nlines \\N', 'Seen it too']);
  const timeline = (await owner.get(`${path}/activity`)).body.items;
  expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
    'created',
    'attachment_added',
    'label_added',
    'commented',
    'commented',
  ]);
  expect((await owner.get(`/api/v1/bugs-admin/${second}`)).body.duplicate_of_id).toBe(first);
  expect((await owner.get(`/api/v1/teams/${teamId}/saved-views`)).body.items).toMatchObject([
    { name: 'Mine' },
  ]);
}

/** Old keys can send reports, and live streams, webhooks and MCP clients receive them. */
async function expectToGoOn(service: ServiceProcess, token: string, former: Former) {
  const api = service.api.retrying();
  const owner = api.with({ authorization: `Bearer ${token}` });
  const receiver = await startReceiver();
  const hook = `/api/v1/projects/${former.projectId}/webhooks/${former.webhookId}`;
  const deliveries = async () => (await owner.get(`${hook}/deliveries?limit=50`)).body.total;
  await expect.poll(deliveries).toBe(former.delivered + 1);
  expect((await owner.patch(hook, { url: receiver.url })).status).toBe(200);
  const stream = await openStreamAt(service.url, { token });
  const report = aReport({ title: 'Nectar is late' });
  const created: number[] = [];
  for (const key of [former.apiKey, former.ciKey])
    created.push((await api.post('/api/v1/bugs', report, { 'x-api-key': key })).body.id);
  expect(Math.min(...created)).toBeGreaterThan(former.pendingId);
  const events = await stream.receive(2);
  expect(events.map(({ data }) => data.bug.id)).toEqual(created);
  const told = () => receiver.received.map(({ body }) => body.bug.id);
  await expect.poll(told).toEqual(expect.arrayContaining(created));
  for (const request of receiver.received) verify(former.webhookSecret, request);
  const bugs = await api.get('/api/v1/mcp/bugs', { 'x-mcp-token': former.mcpToken });
  expect(bugs.status).toBe(200);
  const casino = await api.post('/api/v1/bugs', aReport({ title: 'casino' }), { 'x-api-key': former.apiKey });
  expect((await owner.get(`/api/v1/bugs-admin/${casino.body.id}`)).status).toBe(404);
}
