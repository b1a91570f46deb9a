import { describe, expect, it } from 'vitest';
import { aReport } from './builders.ts';
import type { Answer, Client } from './client.ts';
import { anOwnPostgres } from './own-postgres.ts';
import { aProjectIn } from './process-builders.ts';
import { countStatuses } from './samples.ts';
import { aPreparedDataDir, runService, type ServiceProcess, workersOf } from './service-process.ts';

function someKeys(owner: Client, projectId: number, howMany: number): Promise<string[]> {
  const create = async () =>
    (await owner.retrying().post(`/api/v1/projects/${projectId}/api-keys`, { name: 'More' })).body.api_key;
  return Promise.all(Array.from({ length: howMany }, create));
}

describe('four processes on one database', () => {
  it('keep a key to 60 reports a minute and a free project to 100 a month, exactly', async () => {
    const postgres = await anOwnPostgres();
    const services = await Promise.all(Array.from({ length: 4 }, () => runService(postgres.settings)));
    const [first] = services as [ServiceProcess];
    const { owner, project } = await aProjectIn(first.api);
    const flood = async (keys: string[], each: number) => {
      const lanes = Array.from({ length: 20 }, async (_, lane) => {
        // 503 responses are not counted and are retried.
        const api = (services[lane % 4] as ServiceProcess).api.retrying();
        const answers: Answer[] = [];
        while (answers.length < each) {
          const headers = { 'x-api-key': keys[(lane + answers.length) % keys.length] as string };
          answers.push(await api.post('/api/v1/bugs', aReport(), headers));
        }
        return answers;
      });
      return (await Promise.all(lanes)).flat();
    };

    // Slightly over the limit, so that a slow machine sends them within a minute.
    const one = await flood([project.api_key], 4);
    expect(countStatuses(one)).toEqual({ 201: 60, 429: 20 });

    const many = await flood(await someKeys(owner, project.id, 4), 10);
    expect(countStatuses(many)[201]).toBe(200);
    const [{ stored }] = await postgres.query('select count(*)::integer as stored from bugs');
    expect(stored).toBe(100);
    const { body } = await owner.get(`/api/v1/projects/${project.id}`);
    expect(body.usage).toMatchObject({ stored: 100, dropped_quota: 160, dropped_blocklist: 0 });
  });
});

describe('a service of several processes', () => {
  it('serves on one port, replaces a process that dies, and stops as a whole', async () => {
    const service = await runService({
      DATA_DIR: await aPreparedDataDir(),
      WORKERS: '2',
      LOG_LEVEL: 'error',
    });
    const { project } = await aProjectIn(service.api);
    const send = () => service.api.post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key });
    await expect.poll(async () => (await send()).status).toBe(201);
    const [worker] = workersOf(service);
    process.kill(worker as number, 'SIGKILL');
    await expect.poll(() => service.stderr()).toContain('server process exited, restarting');
    await expect.poll(() => workersOf(service)).not.toContain(worker);
    await expect.poll(async () => (await send().catch(() => null))?.status).toBe(201);
    expect(await service.end('SIGTERM')).toBe(0);
  });
});

describe('kill -9 while reports come in', () => {
  it('loses none that was answered with 201', async () => {
    const settings = { DATA_DIR: await aPreparedDataDir(), DEFAULT_PLAN: 'unlimited' };
    let service = await runService(settings);
    const { owner, token, project } = await aProjectIn(service.api);
    const keys = await someKeys(owner, project.id, 8);
    const stored: number[] = [];
    for (let round = 1; round <= 2; round++) {
      const { api, end } = service;
      const sending = keys.map(async (key) => {
        while (stored.length < round * 60) {
          const answer = await api.post('/api/v1/bugs', aReport(), { 'x-api-key': key }).catch(() => null);
          if (answer?.status === 201) stored.push(answer.body.id);
        }
        await end('SIGKILL');
      });
      await Promise.all(sending);
      service = await runService(settings);
    }
    const again = service.api.retrying().with({ authorization: `Bearer ${token}` });
    const answers = await Promise.all(stored.map((id) => again.get(`/api/v1/bugs/${id}`)));
    expect(stored.length).toBeGreaterThanOrEqual(120);
    expect(countStatuses(answers)[200]).toBe(stored.length);
  });
});
