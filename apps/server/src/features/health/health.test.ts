import { expect, it } from 'vitest';
import { startService } from '../../../test/harness.ts';

const node = await startService();

it('says that the service and its database work', async () => {
  const health = await node.anyone.get('/health');
  expect(health.status).toBe(200);
  expect(health.body).toEqual({ status: 'ok', version: expect.any(String), database: 'ok' });
});
