import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson, aProject } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold } from '../../../test/hold.ts';
import { touchApiKeys } from './api-key-cache.ts';

it('that keys were used is noted without waiting for one that somebody else is at', async () => {
  const node = await startNode(await createDatabase());
  const ada = await aPerson(node);
  const keys = `/api/v1/projects/${(await aProject(ada)).id}/api-keys`;
  const free = (await ada.api.post(keys, { name: 'CI' })).body.id;
  const held = (await ada.api.post(keys, { name: 'Shop' })).body.id;
  const release = await hold(node, (trx) =>
    sql`select from api_keys where id = ${held} for update`.execute(trx),
  );
  await touchApiKeys(node.db, [held, free]);
  await release();
  const { items } = (await ada.api.get(keys)).body;
  const used = items.filter(({ last_used_at }: { last_used_at: string | null }) => last_used_at !== null);
  expect(used).toMatchObject([{ id: free }]);
});
