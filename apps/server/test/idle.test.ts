import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { anOwnPostgres } from './own-postgres.ts';
import { runService } from './service-process.ts';

const seconds = 20;
const perSecond = 5;

it('a process with nothing to do sends few statements', async () => {
  const postgres = await anOwnPostgres({ shared_preload_libraries: 'pg_stat_statements' });
  await postgres.query('create extension pg_stat_statements');
  const service = await runService({ ...postgres.settings, WORKERS: '1' });
  expect((await service.api.get('/health')).status).toBe(200);
  // Startup work is over by then.
  await sleep(5_000);
  await postgres.query('select pg_stat_statements_reset()');
  await sleep(seconds * 1_000);
  const statements = await postgres.query(
    `select calls::integer, query from pg_stat_statements where query not like '%pg_stat_statements%' order by calls desc`,
  );
  const sent = statements.reduce((sum, { calls }) => sum + calls, 0);
  // The loops run, but not too often.
  expect(sent).toBeGreaterThan(0);
  expect(sent, JSON.stringify(statements, null, 1)).toBeLessThanOrEqual(seconds * perSecond);
});
