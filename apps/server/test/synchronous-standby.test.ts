import { expect, it } from 'vitest';
import { aReport } from './builders.ts';
import type { Answer } from './client.ts';
import { anOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { aProjectIn } from './process-builders.ts';
import { runService } from './service-process.ts';

const standbyName = 'twin';

/** A primary with a synchronous streaming standby. */
async function aPair(): Promise<{ primary: OwnPostgres; standby: OwnPostgres }> {
  const primary = await anOwnPostgres();
  const standby = await primary.copyAsStandby();
  const { username, port, searchParams } = new URL(primary.url);
  const link = `host=${searchParams.get('host')} port=${port} user=${username} application_name=${standbyName}`;
  await configure(standby, `set primary_conninfo = '${link}'`);
  await expect.poll(() => primary.query('select from pg_stat_replication')).toHaveLength(1);
  await configure(primary, `set synchronous_standby_names = '${standbyName}'`);
  return { primary, standby };
}

async function configure(postgres: OwnPostgres, change: string): Promise<void> {
  await postgres.query(`alter system ${change}`);
  await postgres.query('select pg_reload_conf()');
}

const countTitled = async (postgres: OwnPostgres, title: string) =>
  (await postgres.query(`select from bugs where title = '${title}'`)).length;

const waitingCommits = (postgres: OwnPostgres) =>
  postgres.query("select from pg_stat_activity where wait_event = 'SyncRep'");

async function aReportingService(postgres: OwnPostgres) {
  const { api } = await runService(postgres.settings);
  const { owner, project } = await aProjectIn(api);
  const report = (title: string): Promise<Answer> =>
    api.post('/api/v1/bugs', aReport({ title }), {
      'x-api-key': project.api_key,
      'idempotency-key': `key of ${title}`,
    });
  const health = async () => {
    const { status, body } = await api.get('/health');
    return { status, detail: body.detail };
  };
  return { owner, project, report, health };
}

const stalled = {
  status: 503,
  detail: 'Reports cannot be stored: commits wait for a synchronous standby',
};

it('nothing is acknowledged while the synchronous standby is gone, and what was sent is stored once when it is back', async () => {
  const { primary, standby } = await aPair();
  const { owner, project, report, health } = await aReportingService(primary);
  const first = await report('before');
  expect(first.status).toBe(201);
  await standby.stop();

  expect([503, 504]).toContain((await report('meanwhile')).status);
  await expect.poll(health).toEqual(stalled);
  for (let count = 0; count < 20; count++) {
    expect((await report('meanwhile')).status).toBe(503);
    expect((await report('before')).status).toBe(503);
    const label = { name: `Label ${count}`, color: '#ff0000' };
    expect((await owner.post(`/api/v1/teams/${project.team_id}/labels`, label)).status).toBe(503);
  }
  expect(await countTitled(primary, 'meanwhile')).toBe(0);
  expect((await owner.get(`/api/v1/bugs-admin/${first.body.id}`)).status).toBe(200);
  // Each waiting commit occupies a server connection.
  expect((await waitingCommits(primary)).length).toBeLessThan(20);

  await standby.restart(0);
  await expect.poll(health).toEqual({ status: 200 });
  expect((await report('meanwhile')).status).toBe(201);
  expect((await report('before')).body).toEqual(first.body);
  expect(await countTitled(primary, 'meanwhile')).toBe(1);
  await expect.poll(() => countTitled(standby, 'meanwhile')).toBe(1);
});

it('a commit whose wait somebody cancels is not acknowledged, and neither are its repeats', async () => {
  const { primary, standby } = await aPair();
  const { report, health } = await aReportingService(primary);
  await standby.stop();
  const cancelWaits = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  const statuses: number[] = [];
  await expect
    .poll(async () => {
      const sent = report('cancelled').then(({ status }) => statuses.push(status));
      while (!(await Promise.race([sent, primary.query(cancelWaits).then(() => null)])));
      return countTitled(primary, 'cancelled');
    })
    .toBe(1);
  expect(statuses).not.toContain(201);
  for (let count = 0; count < 5; count++) expect([503, 504]).toContain((await report('cancelled')).status);

  await configure(primary, 'reset synchronous_standby_names');
  await expect.poll(health).toEqual({ status: 200 });
  expect((await report('cancelled')).status).toBe(201);
  expect(await countTitled(primary, 'cancelled')).toBe(1);
});
