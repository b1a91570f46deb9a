import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject, aReport, aSender, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { tablesWith } from '../../../test/rows.ts';
import { expectNotFound, expectRefused, notIds, unknownId } from '../../../test/samples.ts';
import { listedIds, whenIndexed } from '../../../test/search.ts';
import { startReceiver } from '../../../test/webhook-receiver.ts';
import { aWebhook, deliveryOf, readDelivery } from '../../../test/webhooks.ts';

const node = await startService({
  NODE_ENV: 'production',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  DEFAULT_PLAN: 'unlimited',
});
const ada = await aPerson(node);
const email = 'Grace.Reporter@example.com';
const erase = (value: unknown, { api, teamId } = ada) =>
  api.request('DELETE', `/api/v1/teams/${teamId}/reporters`, { body: { email: value } });
const read = async (id: number) => (await ada.api.get(`/api/v1/bugs-admin/${id}`)).body;

describe('forgetting a reporter', () => {
  it('removes them from bugs, the index, deliveries, kept answers and mails to come', async () => {
    const receiver = await startReceiver();
    receiver.answer((response, { body }) => response.end(`Thank you, ${body.bug.reporter_email}`));
    const project = await aProject(ada);
    const webhook = await aWebhook(ada, project, { url: receiver.url });
    const reporter = { reporter_email: email, reporter_identifier: 'grace-42' };
    const sender = aSender(node, project);
    const extra = { cart: 3 };
    const report = aReport({ ...reporter, extra });
    const first = await sender.post('/api/v1/bugs', report, { 'idempotency-key': 'once' });
    const second = await aBug(node, project, { reporter_identifier: email.toLowerCase() });
    const others = await aBug(node, project, { reporter_email: 'somebody@example.com' });
    await ada.api.patch(`/api/v1/bugs-admin/${first.body.id}`, { status: 'resolved' });
    const delivery = await deliveryOf(ada, webhook, { event: 'bug.updated', status: 'success' });
    expect(delivery.request_body).toContain(email);
    expect(delivery.response_excerpt).toContain(email);
    await whenIndexed(node);
    expect(await listedIds(ada.api, { reporter: email })).toEqual([second, first.body.id]);
    const before = await read(first.body.id);
    await sql`
      with address as (insert into mail_addresses (email) values (fold_ascii(${email})) returning id)
      insert into resolved_notices (team_id, project_id, address_id, bug_id)
      select ${ada.teamId}, ${project.id}, id, ${first.body.id} from address`.execute(node.db);

    const answer = await erase(email.toUpperCase());
    expect([answer.status, answer.body]).toEqual([200, { affected: 2 }]);
    const after = await read(first.body.id);
    expect(after).toMatchObject({ reporter_email: null, reporter_identifier: null, extra });
    expect(after.revision).toBe(before.revision + 1);
    expect(await read(second)).toMatchObject({ reporter_identifier: null, revision: 2 });
    expect(await read(others)).toMatchObject({ reporter_email: 'somebody@example.com', revision: 1 });
    expect(await listedIds(ada.api, { reporter: email })).toEqual([]);
    for (const word of ['grace', 'grace-42']) expect(await listedIds(ada.api, { search: word })).toEqual([]);
    expect(await listedIds(ada.api, { search: 'somebody' })).toEqual([others]);
    expect(await readDelivery(ada, webhook, delivery.id)).toMatchObject({
      request_body: null,
      response_excerpt: null,
    });
    expect(await node.db.selectFrom('resolved_notices').select('id').execute()).toEqual([]);
    const again = await sender.post('/api/v1/bugs', report, { 'idempotency-key': 'once' });
    expect(again.status).toBe(422);
    expect(await tablesWith(node, 'grace.reporter')).toEqual([]);
    expect((await erase(email)).body).toEqual({ affected: 0 });

    await ada.api.post(`${webhook.path}/deliveries/${delivery.id}/redeliver`);
    const redelivered = await deliveryOf(ada, webhook, { status: 'success', event_id: delivery.event_id });
    expect(redelivered.request_body).toContain('"reporter_email":null');
  });

  it('deletes views that list their bugs, and leaves what the team and the reporter have decided', async () => {
    const address = 'View.Reporter@example.com';
    const project = await aProject(ada);
    const rules = `/api/v1/projects/${project.id}/blocklist`;
    const views = `/api/v1/teams/${ada.teamId}/saved-views`;
    const identified = (reporter_identifier: string) =>
      aBug(node, project, { reporter_email: address, reporter_identifier });
    await identified('View-7');
    await identified('kiosk');
    await aBug(node, project, { reporter_email: 'another@example.com', reporter_identifier: 'kiosk' });
    await sql`insert into mail_addresses (email, muted_at) values (fold_ascii(${address}), now())`.execute(
      node.db,
    );
    for (const reporter of [address.toUpperCase(), 'view-7', 'kiosk', 'another@example.com'])
      expect((await ada.api.post(views, { name: reporter, filters: { reporter } })).status).toBe(201);
    await ada.api.post(views, { name: 'All', filters: {} });
    const stranger = await aPerson(node);
    const theirs = `/api/v1/teams/${stranger.teamId}/saved-views`;
    await stranger.api.post(theirs, { name: 'Theirs', filters: { reporter: address } });
    await ada.api.post(rules, { kind: 'email', value: address });

    expect((await erase(address)).body).toEqual({ affected: 2 });
    const { items } = (await ada.api.get(views)).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['All', 'another@example.com', 'kiosk']);
    expect((await stranger.api.get(theirs)).body.total).toBe(1);
    expect((await ada.api.get(rules)).body.items).toMatchObject([{ value: address }]);
    const left = await tablesWith(node, address);
    expect(left.sort()).toEqual(['blocklist_rules', 'mail_addresses', 'saved_views']);
  });

  it('forgets an address that was mailed as soon as its mails are no longer counted', async () => {
    const address = 'counted@example.com';
    const { id } = await aProject(ada);
    await sql`
      with address as (insert into mail_addresses (email) values (${address}) returning id)
      insert into recent_mails (kind, project_id, address_id) select 'resolved', ${id}, id from address`.execute(
      node.db,
    );
    expect((await erase(address)).body).toEqual({ affected: 0 });
    expect(await tablesWith(node, address)).toEqual(['mail_addresses']);
    const left = async () => {
      await sql`update recent_mails set sent_at = sent_at - interval '1 day'`.execute(node.db);
      await sql`update jobs set run_at = now() where kind = 'clean-up'`.execute(node.db);
      return tablesWith(node, address);
    };
    await expect.poll(left).toEqual([]);
  });

  it('reaches more bugs than one portion has, in this team alone', async () => {
    const stranger = await aPerson(node);
    const mine = await aBug(node, await aProject(ada), { reporter_email: 'many@example.com' });
    const theirs = await aBug(node, await aProject(stranger), { reporter_email: 'many@example.com' });
    await sql`
      with copied as (
        insert into bugs (id, project_id, team_id, title, description, severity, reporter_email, created_at, updated_at)
        select nextval('bug_ids'), project_id, team_id, title, description, severity, reporter_email, created_at, updated_at
        from bugs, generate_series(1, 700) where id = ${mine}
        returning id, team_id, project_id
      )
      insert into activity (team_id, project_id, bug_id, kind, via, created_at)
      select team_id, project_id, id, 'created', 'api', now() from copied`.execute(node.db);
    expect((await erase('many@example.com')).body).toEqual({ affected: 701 });
    const left = await node.db
      .selectFrom('bugs')
      .select('id')
      .where('reporter_email', '=', 'many@example.com')
      .execute();
    expect(left).toEqual([{ id: theirs }]);
  });

  it('changes nothing in other teams', async () => {
    const reporter = { reporter_email: 'shared@example.com', reporter_identifier: 'shared-7' };
    const receiver = await startReceiver();
    receiver.answer((response, { body }) => response.end(`Thank you, ${body.bug.reporter_email}`));
    const first = await aPerson(node);
    /** What a team stores about the reporter. */
    const aTeam = async (person: Person) => {
      const project = await aProject(person);
      const sender = aSender(node, project);
      const webhook = await aWebhook(person, project, { url: receiver.url });
      const views = `/api/v1/teams/${person.teamId}/saved-views`;
      for (const name of Object.values(reporter))
        await person.api.post(views, { name, filters: { reporter: name } });
      const send = () => sender.post('/api/v1/bugs', aReport(reporter), { 'idempotency-key': 'once' });
      const { id } = (await send()).body;
      const delivery = await deliveryOf(person, webhook, { status: 'success' });
      await sql`
        with address as (
          insert into mail_addresses (email) values (${reporter.reporter_email})
          on conflict (email) do update set seen_at = now() returning id
        )
        insert into resolved_notices (team_id, project_id, address_id, bug_id)
        select ${person.teamId}, ${project.id}, id, ${id} from address`.execute(node.db);
      const known = async () => ({
        bug: (await person.api.get(`/api/v1/bugs-admin/${id}`)).body,
        found: await listedIds(person.api, { team_id: person.teamId, reporter: reporter.reporter_email }),
        foundByWord: await listedIds(person.api, { team_id: person.teamId, search: 'shared-7' }),
        delivery: await readDelivery(person, webhook, delivery.id),
        views: (await person.api.get(views)).body.total,
        repeat: (await send()).body,
        notices: await node.db
          .selectFrom('resolved_notices')
          .innerJoin('mail_addresses', 'mail_addresses.id', 'address_id')
          .select('bug_id')
          .where('team_id', '=', person.teamId)
          .execute(),
      });
      return { person, id, known };
    };
    const { body } = await first.api.post('/api/v1/teams', { name: 'Other' });
    const [forgetting, other] = [await aTeam(first), await aTeam({ ...first, teamId: body.id })];
    await whenIndexed(node);
    const before = await other.known();
    expect(before).toMatchObject({
      bug: reporter,
      found: [other.id],
      foundByWord: [other.id],
      delivery: { response_excerpt: 'Thank you, shared@example.com' },
      views: 2,
      repeat: { id: other.id },
      notices: [{ bug_id: other.id }],
    });
    expect((await erase(reporter.reporter_email, forgetting.person)).body).toEqual({ affected: 1 });
    expect(await other.known()).toEqual(before);
    expect(await forgetting.known()).toMatchObject({
      bug: { reporter_email: null, reporter_identifier: null },
      found: [],
      foundByWord: [],
      delivery: { request_body: null, response_excerpt: null },
      views: 0,
      notices: [],
    });
  });

  it('takes an address, from members of the team', async () => {
    const stranger = await aPerson(node);
    for (const value of [undefined, 5, '', 'no address']) expectRefused(await erase(value), 'email');
    for (const teamId of [...notIds, unknownId, stranger.teamId])
      expectNotFound(await erase(email, { ...ada, teamId: teamId as number }));
  });
});
