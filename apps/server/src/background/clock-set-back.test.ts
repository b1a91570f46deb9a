import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aBug, anAddress, aPerson, aProject, aReport, aSender } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';
import { startReceiver } from '../../test/webhook-receiver.ts';
import { aWebhook, deliveryOf, readDelivery } from '../../test/webhooks.ts';

const node = await startService({ NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'true' });
const { db } = node;

/** Nobody can set the clock of a test machine. Whatever was written in the hour before it is set back lies an hour ahead. */
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

it('lets no job and no delivery wait longer than it is put off', async () => {
  const ada = await aPerson(node);
  const project = await aProject(ada);
  const receiver = await startReceiver();
  receiver.answer(500);
  const webhook = await aWebhook(ada, project, { url: receiver.url });
  await aBug(node, project);
  const delivery = await deliveryOf(ada, webhook, { status: 'pending', attempts: 1 });
  receiver.answer(200);
  await sql`update jobs set run_at = run_at + ${anHour} where run_at < 'infinity'`.execute(db);
  await sql`update jobs set leased_until = now() + ${anHour} where kind = 'clean-up'`.execute(db);
  await sql`update webhook_deliveries set next_attempt_at = next_attempt_at + ${anHour} where status = 'pending'`.execute(
    db,
  );
  await sql`insert into jobs (kind, run_at) values ('given-up', 'infinity')`.execute(db);

  const id = await aBug(node, project, { title: 'Late' });
  const left = async () => {
    const { rows } = await sql<{ words: number; deltas: number; ahead: number; given_up: number }>`
      select (select count(*) from bugs where not exists (select from bug_search where bug_id = bugs.id)) as words,
        (select count(*) from bug_deltas) as deltas,
        (select count(*) from jobs where leased_until > now() + interval '1 minute') as ahead,
        (select count(*) from jobs where run_at = 'infinity') as given_up`.execute(db);
    return rows[0];
  };
  await expect.poll(left, { timeout: 60_000 }).toEqual({ words: 0, deltas: 0, ahead: 0, given_up: 1 });
  const found = await ada.api.get('/api/v1/bugs-admin?search=late');
  expect(found.body).toMatchObject({ items: [{ id }] });
  const late = () => readDelivery(ada, webhook, delivery.id);
  await expect.poll(late, { timeout: 60_000 }).toMatchObject({ status: 'success', attempts: 2 });
});
