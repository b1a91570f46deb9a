import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startService } from '../../../test/harness.ts';
import { hold } from '../../../test/hold.ts';
import { countStatuses } from '../../../test/samples.ts';

const node = await startService();

it('says that the service and its database work', async () => {
  const health = await node.anyone.get('/health');
  expect(health.status).toBe(200);
  expect(health.body).toEqual({ status: 'ok', version: expect.any(String), database: 'ok' });
});

it('tells a node that runs from one that is ready for more', async () => {
  const stopping = await startService();
  stopping.context.stopping.hasBegun = true;
  const [ready, live, mirror] = await Promise.all(
    ['/health', '/health/live', '/health/mirror'].map((path) => stopping.anyone.get(path)),
  );
  const { version } = live?.body ?? {};
  const detail = 'This node is shutting down';
  expect([ready?.status, ready?.body]).toEqual([503, { status: 'error', version, database: 'ok', detail }]);
  expect([live?.status, live?.body]).toEqual([200, { status: 'ok', version: expect.any(String) }]);
  expect(ready?.headers.get('connection')).toBe('close');
  // Visible to the doctor only.
  expect(mirror?.status).toBe(404);
});

it('answers while users keep all the connections for requests busy', async () => {
  const holding = Array.from({ length: 10 }, () => hold(node, (trx) => sql`select 1`.execute(trx)));
  const release = await Promise.all(holding);
  const answers = await Promise.all(Array.from({ length: 50 }, () => node.anyone.get('/health')));
  expect(countStatuses(answers)).toEqual({ 200: 50 });
  await Promise.all(release.map((act) => act()));
});
