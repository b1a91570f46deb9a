import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { connect, type Database } from '../src/db/connection.ts';
import { aReport } from './builders.ts';
import type { Answer, Client } from './client.ts';
import { hold } from './hold.ts';
import { makeNewerVersion } from './newer-version.ts';
import { anOwnPostgres } from './own-postgres.ts';
import { aProjectIn } from './process-builders.ts';
import { launch, launchService, runService, type ServiceProcess } from './service-process.ts';
import { startReceiver } from './webhook-receiver.ts';

const cli = fileURLToPath(new URL('../../../packages/cli/bin/skep.js', import.meta.url));

const newerSentence =
  'The database was migrated by a newer version of Skep. Start that version or a later one, or restore a backup from before the upgrade.\n';
const olderSentence =
  'The database schema is older than this version, and commands never migrate it. Start this version of the service first, or use the commands of the running version.\n';

/** A load balancer that routes to ready nodes. */
function startBalancer(nodes: ServiceProcess[]) {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const ready = new Set(nodes);
  const looking = nodes.map(async (node) => {
    while (!stopping.signal.aborted) {
      const isReady = await node.api.get('/health').then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isReady) ready.add(node);
      else ready.delete(node);
      await sleep(50);
    }
  });
  let turn = 0;
  return {
    has: (node: ServiceProcess) => ready.has(node),
    async next() {
      // On a slow machine both may be late to become ready.
      while (ready.size === 0) await sleep(50);
      return [...ready][turn++ % ready.size] as ServiceProcess;
    },
    async stop() {
      stopping.abort();
      await Promise.all(looking);
    },
  };
}

/** Reports, reads, lists and changes through the balancer until stopped. Returns all responses and failures. */
function keepUsing(next: () => Promise<{ api: Client }>, token: string, key: string) {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const answers: (Answer | Error)[] = [];
  const session = { authorization: `Bearer ${token}` };
  const ask = async (request: (api: Client) => Promise<Answer>) => {
    const { api } = await next();
    const answer = await request(api.retrying()).catch((error: Error) => error);
    answers.push(answer);
    return answer instanceof Error ? null : answer.body;
  };
  const users = Array.from({ length: 3 }, async () => {
    while (!stopping.signal.aborted) {
      const bug = await ask((api) => api.post('/api/v1/bugs', aReport(), { 'x-api-key': key }));
      const at = `/api/v1/bugs-admin/${bug?.id}`;
      await ask((api) => api.patch(at, { status: 'closed' }, session));
      await ask((api) => api.get(at, session));
      await ask((api) => api.get('/api/v1/bugs-admin?status=closed&limit=5', session));
      await ask((api) => api.get('/api/v1/projects', session));
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(users);
    return answers;
  };
}

/** Waits until a second transaction tries to change the table. */
async function untilTriedAgain(db: Database): Promise<void> {
  const seen = new Set<string>();
  const look = async () => {
    const { rows } = await sql<{ xact_start: string }>`
      select xact_start::text from pg_stat_activity
      where wait_event_type = 'Lock' and query like 'alter table bugs %'`.execute(db);
    for (const { xact_start } of rows) seen.add(xact_start);
    return seen.size;
  };
  await expect.poll(look, { interval: 20 }).toBeGreaterThan(1);
}

it('a newer version runs beside an older one, which leaves without losing a request and does not come back', async () => {
  const [postgres, newerVersion] = [await anOwnPostgres(), await makeNewerVersion()];
  // Prepared statements must survive schema changes.
  const settings = { ...postgres.settings, DATABASE_PREPARED_STATEMENTS: 'true', DRAIN_SECONDS: '5' };
  const older = await runService(settings);
  const { owner, token, project } = await aProjectIn(older.api);
  await postgres.query(`update teams set plan = 'unlimited'`);
  await postgres.query('update projects set reports_per_minute = 100000');
  const receiver = await startReceiver();
  await owner
    .retrying()
    .post(`/api/v1/projects/${project.id}/webhooks`, { url: receiver.url, events: ['bug.created'] });

  const stopUsingOlder = keepUsing(async () => older, token, project.api_key);
  // A long read blocks the schema change, as pg_dump would.
  const db = connect(postgres.url, { statementMs: 0 });
  onTestFinished(() => db.destroy());
  const stopReading = await hold({ db }, (trx) => sql`select from bugs limit 1`.execute(trx));
  const starting = runService(settings, newerVersion);
  await untilTriedAgain(db);
  await stopReading();
  const newer = await starting;
  const before = await stopUsingOlder();
  const balancer = startBalancer([older, newer]);
  const stopUsing = keepUsing(balancer.next, token, project.api_key);
  await expect.poll(async () => (await postgres.query('select id from bugs')).length).toBeGreaterThan(30);

  const exit = older.end('SIGTERM');
  await expect.poll(() => balancer.has(older)).toBe(false);
  expect((await older.api.get('/health/live')).status).toBe(200);
  expect(await exit).toBe(0);
  expect(older.stderr()).toBe('');
  const answers = [...before, ...(await stopUsing())];
  await balancer.stop();
  const bad = answers.filter((answer) => answer instanceof Error || ![200, 201].includes(answer.status));
  expect(bad).toEqual([]);
  const stored: { id: number; status: string }[] = await postgres.query(
    'select id::integer, status from bugs',
  );
  const reported = answers.filter((answer) => (answer as Answer).status === 201);
  expect(stored.length).toBe(reported.length);
  expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(['closed']));
  await expect.poll(() => new Set(receiver.received.map(({ body }) => body.bug.id)).size).toBe(stored.length);

  const again = launchService(settings);
  expect([await again.exit, again.stderr()]).toEqual([1, newerSentence]);
  const olderCommand = launch(cli, ['admin', 'teams'], settings);
  expect([await olderCommand.exit, olderCommand.stderr()]).toEqual([1, newerSentence]);

  // For a newer command, a database without its migration belongs to an older service.
  await postgres.query(`truncate kysely_migration`);
  const newerCommand = launch(cli, ['admin', 'teams'], settings);
  expect([await newerCommand.exit, newerCommand.stderr()]).toEqual([1, olderSentence]);
  expect(await newer.end('SIGTERM')).toBe(0);
});
