import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aReport } from './builders.ts';
import type { Client } from './client.ts';
import { openStreamAt } from './event-stream.ts';
import { anOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { aProjectIn } from './process-builders.ts';
import { launch, launchService, runService } from './service-process.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { startReceiver } from './webhook-receiver.ts';

const cli = fileURLToPath(new URL('../../../packages/cli/bin/skep.js', import.meta.url));

async function proxyTo({ url }: OwnPostgres): Promise<TcpProxy> {
  const line = await openTcpProxy(url);
  onTestFinished(() => line.close());
  return line;
}

const healthOf = async (api: Client) => {
  const { status, body } = await api.get('/health');
  return { status, detail: body.detail };
};
const well = { status: 200 };
const readOnly = { status: 503, detail: 'The database is read-only' };

const readOnlyRefusal =
  'Cannot use the database of DATABASE_URL: the server is read-only (standby). Set DATABASE_URL to the primary server.\n';

it('a node refuses to start on a standby, and so do admin commands, with one sentence', async () => {
  const standby = await (await anOwnPostgres()).copyAsStandby();
  const node = launchService(standby.settings);
  const command = launch(cli, ['admin', 'teams'], standby.settings);
  const doctor = launch(cli, ['admin', 'doctor'], standby.settings);
  expect([await node.exit, node.stderr()]).toEqual([1, readOnlyRefusal]);
  expect([await command.exit, command.stderr()]).toEqual([1, readOnlyRefusal]);
  await doctor.exit;
  expect(doctor.stdout()).toMatch(/server\s+is\s+read-only\s+\(standby\)/);
});

it('a node that is led to a standby answers 503, and works again as soon as it is led to the primary', async () => {
  const primary = await anOwnPostgres();
  const standby = await primary.copyAsStandby();
  const line = await proxyTo(primary);
  const { api } = await runService({ ...primary.settings, DATABASE_URL: line.url });
  const { owner, project } = await aProjectIn(api);
  const report = () => api.post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key });
  const { id } = (await report()).body;
  const resolve = () => owner.patch(`/api/v1/bugs-admin/${id}`, { status: 'resolved' });

  line.routeTo(standby.url);
  line.cut();
  line.mend();
  await expect.poll(() => healthOf(api)).toEqual(readOnly);
  expect((await report()).status).toBe(503);
  expect((await resolve()).status).toBe(503);
  expect((await api.get('/health/live')).status).toBe(200);

  line.routeTo(primary.url);
  await expect.poll(() => healthOf(api)).toEqual(well);
  await expect.poll(async () => (await report()).status).toBe(201);
  expect((await resolve()).status).toBe(200);
});

it('a server that becomes read-only under open connections is not healthy, until it accepts writes again', async () => {
  const postgres = await anOwnPostgres();
  const { api } = await runService(postgres.settings);
  const { owner, project } = await aProjectIn(api);
  const report = () => api.post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key });
  const label = () =>
    owner.post(`/api/v1/teams/${project.team_id}/labels`, { name: 'New', color: '#ff0000' });

  await postgres.query('alter system set default_transaction_read_only = on');
  await postgres.query('select pg_reload_conf()');
  await expect.poll(() => healthOf(api)).toEqual(readOnly);
  expect((await report()).status).toBe(503);
  expect((await label()).status).toBe(503);

  await postgres.query('alter system reset default_transaction_read_only');
  await postgres.query('select pg_reload_conf()');
  await expect.poll(() => healthOf(api)).toEqual(well);
  await expect.poll(async () => (await report()).status).toBe(201);
  expect((await label()).status).toBe(201);
});

it('a DATABASE_URL with several servers leads to the one that accepts writes, also after a failover', async () => {
  const former = await anOwnPostgres();
  const latter = await former.copyAsStandby();
  const [formerLine, latterLine] = [await proxyTo(former), await proxyTo(latter)];
  const hosts = [latterLine, formerLine].map(({ url }) => new URL(url).host).join();
  const DATABASE_URL = `postgres://skep@${hosts}/skep?sslmode=disable&target_session_attrs=read-write`;
  const settings = { ...former.settings, DATABASE_URL, WORKERS: '2' };
  const { api, stdout } = await runService(settings);
  expect(stdout()).toContain('the PostgreSQL database skep on 127.0.0.1, 127.0.0.1; files');
  const report = async () =>
    (await api.post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key })).status;
  const { project } = await aProjectIn(api);
  expect(await report()).toBe(201);
  const listTeams = () => launch(cli, ['admin', 'teams'], settings).exit;
  expect(await listTeams()).toBe(0);

  formerLine.cut();
  await expect.poll(() => healthOf(api)).toMatchObject({ status: 503 });
  await latter.query('select pg_promote()');
  await expect.poll(() => healthOf(api)).toEqual(well);
  const { project: other } = await aProjectIn(api);
  // The other process may not have found the new server yet.
  const idempotent = { 'x-api-key': other.api_key, 'idempotency-key': 'after the failover' };
  const added = await vi.waitUntil(
    async () => {
      const answer = await api.post('/api/v1/bugs', aReport(), idempotent);
      return answer.status === 201 && answer;
    },
    { timeout: 60_000 },
  );
  expect(await latter.query(`select id::integer from bugs where project_id = ${other.id}`)).toEqual([
    { id: added.body.id },
  ]);
  expect(await listTeams()).toBe(0);
});

it('after a failover that lost events, live readers are told to reload, and webhooks get all that comes', async () => {
  const former = await anOwnPostgres();
  const line = await proxyTo(former);
  const { api, url } = await runService({ ...former.settings, DATABASE_URL: line.url });
  const { owner, token, project } = await aProjectIn(api);
  const receiver = await startReceiver();
  await owner.post(`/api/v1/projects/${project.id}/webhooks`, { url: receiver.url, events: ['bug.created'] });
  const report = async () =>
    (await api.post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key })).body.id as number;
  const standby = await former.copyAsStandby();
  await expect.poll(() => healthOf(api)).toEqual(well);
  const open = (lastEventId?: string) =>
    vi.waitFor(() => openStreamAt(url, { token, ...(lastEventId && { lastEventId }) }), { timeout: 60_000 });

  const early = await open();
  await report();
  await early.receive(1);
  await early.close();
  const late = await open(early.lastEventId());
  for (let lost = 0; lost < 5; lost++) await report();
  await late.receive(5);

  line.routeTo(standby.url);
  line.cut();
  await standby.query('select pg_promote()');
  line.mend();
  await expect.poll(() => healthOf(api)).toEqual(well);
  // Enough to pass all sequence numbers the streams have seen.
  const kept: number[] = [];
  while (kept.length < 10) kept.push(await report());
  await expect
    .poll(() => receiver.received.map(({ body }) => body.bug.id))
    .toEqual(expect.arrayContaining(kept));
  await late.ended;
  for (const stream of [early, late]) {
    const again = await open(stream.lastEventId());
    expect((await again.receive(1))[0]?.event).toBe('reload');
    expect(again.lastEventId()).not.toBe(stream.lastEventId());
    const id = await report();
    await expect.poll(() => again.events.at(-1)?.data.bug_id).toBe(id);
    // The client resumes from its last event.
    await again.close();
    const next = await report();
    const calm = await open(again.lastEventId());
    expect((await calm.receive(1)).map(({ data }) => data.bug_id)).toEqual([next]);
  }
});
