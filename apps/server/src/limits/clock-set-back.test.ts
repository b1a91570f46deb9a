import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anAddress, aPerson, aProject, aReport, aSender } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';

const node = await startService();
const { db } = node;

/** The clock of a test machine cannot be set. Rows written before it was set back lie in the future. */
const anHour = sql`interval '1 hour'`;

it('ends windows that end further ahead than their length', async () => {
  const ada = await aPerson(node);
  const sender = aSender(node, await aProject(ada));
  const address = { 'x-forwarded-for': anAddress() };
  const logIn = () =>
    node.anyone.post('/api/v1/auth/login', { email: ada.email, password: ada.password }, address);
  const report = () => sender.post('/api/v1/bugs', aReport());
  expect([(await report()).status, (await logIn()).status]).toEqual([201, 200]);
  await sql`update key_windows set hits = 100000`.execute(db);
  await sql`update rate_windows set hits = 100000`.execute(db);
  await sql`update key_windows set ends_at = ends_at + ${anHour}`.execute(db);
  await sql`update rate_windows set ends_at = ends_at + ${anHour}`.execute(db);
  expect([(await report()).status, (await logIn()).status]).toEqual([201, 200]);
  const { rows } = await sql<{ hits: number; is_ahead: boolean }>`
    select hits, ends_at > now() + interval '1 hour' as is_ahead from rate_windows
    union all select hits, ends_at > now() + interval '1 minute' from key_windows`.execute(db);
  for (const window of rows) expect(window).toEqual({ hits: 1, is_ahead: false });
});
