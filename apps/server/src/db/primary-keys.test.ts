import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';
import { startReceiver } from '../../test/webhook-receiver.ts';

const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const { db } = node;

interface Table {
  name: string;
  has_key: boolean;
}

async function listTables(): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select relname as name, exists (
      select from pg_index where indrelid = pg_class.oid and indisprimary
    ) as has_key
    from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`.execute(db);
  return rows;
}

it('every table has a primary key', async () => {
  const tables = await listTables();
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter(({ has_key }) => !has_key)).toEqual([]);
});

it('reports are counted, indexed and delivered while all tables are published', async () => {
  await sql`create publication everything for all tables`.execute(db);
  for (const { name } of await listTables())
    await sql`delete from ${sql.table(name)} where false`.execute(db);
  const receiver = await startReceiver();
  const ada = await aPerson(node);
  const project = await aProject(ada);
  const webhook = { url: receiver.url, events: ['bug.created', 'bug.updated'] };
  expect((await ada.api.post(`/api/v1/projects/${project.id}/webhooks`, webhook)).status).toBe(201);

  const { id } = (await aSender(node, project).post('/api/v1/bugs', aReport())).body;
  expect((await ada.api.patch(`/api/v1/bugs-admin/${id}`, { status: 'resolved' })).status).toBe(200);
  await expect
    .poll(() => receiver.received.map(({ body }) => body.type).sort())
    .toEqual(['bug.created', 'bug.updated']);
  await expect.poll(() => db.selectFrom('bug_search').select('bug_id').execute()).toEqual([{ bug_id: id }]);
  expect((await ada.api.delete(`/api/v1/bugs-admin/${id}`)).status).toBe(204);
});
