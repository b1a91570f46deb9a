import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson, aProject } from '../../../test/builders.ts';
import { countDeadlocks } from '../../../test/deadlocks.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';

it('a rule is removed while its project is being deleted, with keys and other rules', async () => {
  const database = await createDatabase();
  const node = await startNode(database);
  const ada = await aPerson(node);
  const path = `/api/v1/projects/${(await aProject(ada)).id}`;
  await ada.api.post(`${path}/api-keys`, { name: 'CI' });
  const aRule = async (value: string): Promise<number> =>
    (await ada.api.post(`${path}/blocklist`, { kind: 'keyword', value })).body.id;
  const [held, removed] = [await aRule('casino'), await aRule('lottery')];

  // The deletion waits at one rule. It must not hold yet what removing the other one notes: that waits, and is waited for.
  const release = await hold(node, (trx) =>
    sql`select from blocklist_rules where id = ${held} for update`.execute(trx),
  );
  const deleted = ada.api.delete(path);
  await whenBlocked(node);
  expect((await ada.api.delete(`${path}/blocklist/${removed}`)).status).toBe(204);
  await release();
  expect((await deleted).status).toBe(204);
  await node.stop();
  expect(await countDeadlocks(database)).toBe(0);
});
