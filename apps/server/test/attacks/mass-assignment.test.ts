import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anAddress } from '../builders.ts';
import { startService } from '../harness.ts';
import { tablesWith } from '../rows.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { type Route, readDocument } from './document.ts';
import { aFixture } from './fixture.ts';
import { requestOf } from './requests.ts';
import { send } from './send.ts';
import { snapshotOf } from './snapshot.ts';

// Every body is sent with a field for each column of any table. Fields outside the schema must change nothing.

const receiver = await startReceiver();
const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const [ours, theirs] = [await aFixture(node, receiver), await aFixture(node, receiver)];
const operator = await aFixture(node, receiver);
const document = await readDocument(node);

const [word, number, time] = ['forged-by-an-attack', 987_654_321, '2001-02-03T04:05:06.000Z'];

/** A value that fits the column type, taken from another team where possible. */
function valueFor(column: { name: string; type: string }): unknown {
  const { name, type } = column;
  if (name === 'plan') return 'unlimited';
  if (type === 'boolean') return true;
  if (type.startsWith('timestamp') || type === 'date') return time;
  if (/int|numeric|double/.test(type)) return theirs.ids[name] ?? number;
  if (type === 'ARRAY') return [word];
  return /json/.test(type) ? { [word]: word } : word;
}

const { rows: columns } = await sql<{ name: string; type: string }>`
  select distinct on (column_name) column_name as name, data_type as type from information_schema.columns
  where table_schema = 'public' order by column_name`.execute(node.db);

/** Names that are no columns but might be read. */
const others = { role: 'owner', owner: true, is_admin: true, scope: '*', permissions: [word], api_key: word };
const everything = {
  ...others,
  ...Object.fromEntries(columns.map((column) => [column.name, valueFor(column)])),
};

function furtherFields({ body }: Route): Record<string, unknown> {
  const schema = document.resolve(body?.schema);
  const named = [schema, ...(schema.oneOf ?? [])].flatMap(({ properties = {} }) => Object.keys(properties));
  return Object.fromEntries(Object.entries(everything).filter(([name]) => !named.includes(name)));
}

/** Users with special rights. The operator's own route changes the plan of the operator's team. */
async function powersOf(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'user', id from users where is_operator or email_verified_at is not null
    union all select 'team', id from teams where plan <> 'free' and id <> ${operator.owner.teamId}
    order by 1, 2`.execute(node.db);
  return rows;
}

it('fields that a body does not have are neither stored nor terminalControls', async () => {
  expect(Object.keys(everything).length).toBeGreaterThan(100);
  await node.db.updateTable('users').set({ is_operator: true }).where('id', '=', operator.owner.id).execute();
  const [before, powersBefore] = [await snapshotOf(node, theirs), await powersOf()];
  // Deletions come last.
  const routes = document.routes
    .filter(({ body, auth }) => body && auth !== 'mcp')
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const statuses: Record<string, number> = {};
  for (const route of routes) {
    const fixture = route.auth === 'operator' ? operator : ours;
    const request = requestOf(route, fixture);
    const credential = route.auth === 'public' ? {} : fixture.credentials[route.auth];
    const headers = { ...credential, 'x-forwarded-for': anAddress() };
    const body = { ...furtherFields(route), ...(request.body as object) };
    const { status, text } = await send(node, { ...request, body, headers });
    statuses[route.name] = status;
    expect(status < 500, `${route.name}: ${text}`).toBe(true);
    for (const mark of [word, String(number)]) expect(text, route.name).not.toContain(mark);
  }
  const done = Object.values(statuses).filter((status) => status < 300);
  expect(done.length, JSON.stringify(statuses)).toBeGreaterThan(25);
  for (const mark of [word, String(number), time.slice(0, 10)])
    expect([mark, await tablesWith(node, mark)]).toEqual([mark, []]);
  expect(await snapshotOf(node, theirs)).toEqual(before);
  // Deleted accounts are missing.
  expect(powersBefore).toEqual(expect.arrayContaining(await powersOf()));
});
