import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aColleague, aPerson, aProject, type Person } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { aLabel } from '../../../test/stored-bugs.ts';
import { deleteUnverifiedAccounts } from './account.ts';

const database = await createDatabase();
const SMTP_URL = 'smtp://127.0.0.1:1';
const node = await startNode(database);
const closed = await startNode(database, { SMTP_URL, SIGNUP: 'invited' });
const open = await startNode(database, { SMTP_URL });

it('accounts that nobody has proved or used for 90 days go, where mail can prove them and anybody may make one', async () => {
  const first = await aPerson(node);
  const [empty, proved, operator, owner, labeller, host, assistant, recent] = (await Promise.all(
    Array.from({ length: 8 }, () => aPerson(node)),
  )) as [Person, Person, Person, Person, Person, Person, Person, Person];
  const guest = await aColleague(node, host);
  await node.db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', proved.id)
    .execute();
  await sql`update users set is_operator = true where id = ${operator.id}`.execute(node.db);
  await aProject(owner);
  await aLabel(labeller, 'checkout');
  await assistant.api.post('/api/v1/me/mcp-tokens', { name: 'Assistant', scopes: ['read:bugs'] });
  await sql`update users set signed_in_at = now() - interval '91 days'`.execute(node.db);
  const { email, password } = recent;
  expect((await node.anyone.post('/api/v1/auth/login', { email, password })).status).toBe(200);

  const people = async () => (await node.db.selectFrom('users').select('id').execute()).map(({ id }) => id);
  const before = (await people()).length;
  for (const { context } of [node, closed]) expect(await deleteUnverifiedAccounts(context)).toBe(0);
  expect(await people()).toHaveLength(before);
  expect(await deleteUnverifiedAccounts(open.context)).toBe(1);
  const stay = [first, proved, operator, owner, labeller, host, assistant, recent, guest].map(({ id }) => id);
  expect((await people()).sort()).toEqual(stay.sort());
  await expect.poll(async () => (await empty.api.get('/api/v1/me')).status).toBe(401);
  const teams = () => node.db.selectFrom('teams').select('id').where('id', '=', empty.teamId).execute();
  await expect.poll(teams).toEqual([]);
});

it('an account that is used after it was found and before it is locked stays', async () => {
  const person = await aPerson(node);
  await sql`update users set signed_in_at = now() - interval '91 days' where id = ${person.id}`.execute(
    node.db,
  );
  const release = await hold(node, (trx) =>
    sql`update users set signed_in_at = now() where id = ${person.id}`.execute(trx),
  );
  const forgetting = deleteUnverifiedAccounts(open.context);
  await whenBlocked(node);
  await release();
  expect(await forgetting).toBe(0);
  expect((await person.api.get('/api/v1/me')).status).toBe(200);
});
