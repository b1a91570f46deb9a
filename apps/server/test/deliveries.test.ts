import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '../src/db/embedded/index.ts';
import { anAddress, anEmail, aReport } from './builders.ts';
import type { Client } from './client.ts';
import { aDataDir, runService } from './service-process.ts';
import { type ReceivedRequest, silence, startReceiver, verify } from './webhook-receiver.ts';

async function aDatabase(): Promise<string> {
  const embedded = await startEmbeddedPostgres({
    dataDir: await aDataDir(),
    onProblem() {},
    settings: { fsync: 'off' },
  });
  onTestFinished(() => embedded.stop());
  return embedded.url('skep');
}

async function query(databaseUrl: string, text: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

const statuses = ['in_progress', 'resolved', 'closed', 'wont_fix', 'spam'];
const bugCount = 50;

/** Somebody with a project of 50 bugs, and a webhook that is told when they change. */
async function aPlace(api: Client, url: string) {
  const signup = await api.post(
    '/api/v1/auth/signup',
    { email: anEmail(), password: 'correct horse battery' },
    { 'x-forwarded-for': anAddress() },
  );
  const owner = api.with({ authorization: `Bearer ${signup.body.access_token}` });
  const [team] = (await owner.get('/api/v1/teams')).body.items;
  const project = (await owner.post('/api/v1/projects', { team_id: team.id, name: 'Website' })).body;
  const report = () => api.post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key });
  const reported = await Promise.all(Array.from({ length: bugCount }, report));
  const webhooks = `/api/v1/projects/${project.id}/webhooks`;
  const webhook = (await owner.post(webhooks, { url, events: ['bug.updated'] })).body;
  return { owner, ids: reported.map(({ body }) => body.id as number), secret: webhook.secret as string };
}

const idOf = ({ headers }: ReceivedRequest) => headers['webhook-id'] as string;

it('kill -9 in the middle of deliveries loses none, and what comes twice has the same id', {
  timeout: 120_000,
}, async () => {
  const databaseUrl = await aDatabase();
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: await aDataDir(),
    SECRET_KEY: 'k'.repeat(32),
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  const receiver = await startReceiver();
  const answered = 60;
  receiver.answer(200, ...Array(answered - 1).fill(200), silence);
  const first = await runService(settings);
  const { owner, ids, secret } = await aPlace(first.api, receiver.url);
  for (const value of statuses)
    await owner.post('/api/v1/bugs-admin/bulk', { ids, operation: 'set_status', value });
  await receiver.requests(answered + 1);
  await first.end('SIGKILL');
  receiver.answer(200);

  const leases = await query(
    databaseUrl,
    `select extract(epoch from leased_until - now())::float8 as seconds from webhook_deliveries
      where leased_until is not null`,
  );
  expect(leases.length).toBeGreaterThan(0);
  for (const { seconds } of leases) expect(seconds).toBeLessThanOrEqual(60);
  await query(databaseUrl, 'update webhook_deliveries set leased_until = now()');
  const second = await runService(settings);
  await expect
    .poll(() => new Set(receiver.received.map(idOf)).size, { timeout: 60_000 })
    .toBe(bugCount * statuses.length);
  expect(await second.end('SIGTERM')).toBe(0);

  expect(receiver.received.length).toBeGreaterThan(bugCount * statuses.length);
  const bodies = new Map<string, string>();
  for (const request of receiver.received) {
    verify(secret, request);
    expect(request.text).toBe(bodies.get(idOf(request)) ?? request.text);
    bodies.set(idOf(request), request.text);
  }
  const told = [...bodies.values()].map((text) => JSON.parse(text));
  for (const id of ids) expect(told.filter(({ bug }) => bug.id === id)).toHaveLength(statuses.length);
  const [{ failed }] = await query(
    databaseUrl,
    `select count(*)::integer as failed from webhook_deliveries where status <> 'success'`,
  );
  expect(failed).toBe(0);
});
