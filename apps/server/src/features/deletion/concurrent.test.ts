import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aColleague, aPerson, aProject, aReport, aSender, type Person } from '../../../test/builders.ts';
import { type RepeatedAction, startConcurrentClients } from '../../../test/concurrent-clients.ts';
import { countDeadlocks } from '../../../test/deadlocks.ts';
import { createDatabase, startNode, type TestNode } from '../../../test/harness.ts';
import { rowsOf, tablesWith } from '../../../test/rows.ts';
import { expectNoContent } from '../../../test/samples.ts';
import { whenIndexed } from '../../../test/search.ts';
import { aLabel, storeBugs } from '../../../test/stored-bugs.ts';
import { startReceiver } from '../../../test/webhook-receiver.ts';
import { aWebhook } from '../../../test/webhooks.ts';

/** Two nodes on one database, with one of two colleagues on each. */
async function aPlace() {
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', DEFAULT_PLAN: 'unlimited' };
  const database = await createDatabase();
  const nodes = [await startNode(database, settings), await startNode(database, settings)] as const;
  const [node, other] = nodes;
  const ada = await aPerson(node);
  const grace = atNode(other, await aColleague(node, ada));
  const project = await aBusyProject(node, ada);
  const end = async () => {
    await Promise.all(nodes.map(({ stop }) => stop()));
    expect(nodes.flatMap(({ logs }) => logs.filter(({ level }) => Number(level) >= 50))).toEqual([]);
    expect(await countDeadlocks(database)).toBe(0);
  };
  return { node, other, ada, grace, project, end };
}

const atNode = (node: TestNode, person: Person): Person => ({
  ...person,
  api: node.anyone.with({ authorization: `Bearer ${person.token}` }),
});

async function aBusyProject(node: TestNode, person: Person) {
  const project = await aProject(person);
  await sql`update projects set reports_per_minute = 100000 where id = ${project.id}`.execute(node.db);
  return project;
}

const bulk = ({ api }: Person, ids: number[], operation: string, value: unknown = null) =>
  api.post('/api/v1/bugs-admin/bulk', { ids, operation, value });

/** Undoes every other bulk change. */
function changing(
  person: Person,
  what: string,
  change: (turn: number) => ReturnType<typeof bulk>,
): RepeatedAction {
  let batch = 0;
  return {
    what,
    may: [200, 404],
    async send(turn) {
      if (turn % 2 === 1) return person.api.post(`/api/v1/bugs-admin/bulk/${batch}/undo`);
      const answer = await change(turn);
      batch = answer.body.batch_id ?? 0;
      return answer;
    },
  };
}

const sending = (
  node: TestNode,
  project: { api_key: string },
  values: Record<string, unknown> = {},
): RepeatedAction => ({
  what: 'a report',
  may: [201, 401],
  send: (turn) =>
    aSender(node, project).post('/api/v1/bugs', aReport({ title: `Report ${turn}`, ...values })),
});

const half = (ids: number[], turn: number) => ids.filter((_, index) => index % 2 === turn % 2);

/** Labels on missing bugs, or missing labels on bugs. */
async function orphans({ db }: TestNode): Promise<unknown[]> {
  const { rows } = await sql`
    select bug_id, label_id from bug_labels
    where bug_id not in (select id from bugs) or label_id not in (select id from labels)`.execute(db);
  return rows;
}

it('labels are merged while they are put on, taken off and deleted with their bugs, and while a member leaves', async () => {
  const { node, other, ada, grace, project, end } = await aPlace();
  const team = `/api/v1/teams/${ada.teamId}`;
  const ids = await storeBugs(node, project, 60);
  const into = await aLabel(ada, 'stays');
  for (let round = 0; round < 2; round++) {
    const from = await aLabel(ada, `goes ${round}`);
    const doomed = ids.splice(-10);
    const leaver = atNode(other, await aColleague(node, ada));
    for (let view = 0; view < 4; view++)
      await leaver.api.post(`${team}/saved-views`, { name: `${view}`, filters: { label: [from] } });
    const crowd = startConcurrentClients([
      changing(grace, 'putting it on', () => bulk(grace, ids.toReversed(), 'add_label', from)),
      changing(ada, 'putting it on, too', (turn) => bulk(ada, half(ids, turn >> 1), 'add_label', from)),
      changing(grace, 'taking the other off', (turn) => bulk(grace, half(ids, turn), 'remove_label', into)),
      changing(ada, 'changing', (turn) => bulk(ada, ids, 'set_status', turn % 4 ? 'open' : 'resolved')),
      {
        what: 'putting it on one',
        may: [200, 404],
        send: (turn) => ada.api.post(`/api/v1/bugs-admin/${ids[turn % ids.length]}/labels/${from}`),
      },
      { what: 'deleting', may: [200], send: () => bulk(ada, doomed.splice(-1), 'delete') },
      sending(other, project),
    ]);
    await crowd.turns(2);
    const [merged, left, again] = await Promise.all([
      ada.api.post(`${team}/labels/${from}/merge`, { into_label_id: into }),
      grace.api.delete(`${team}/members/${leaver.id}`),
      grace.api.post(`${team}/labels/${from}/merge`, { into_label_id: into }),
    ]);
    expect([200, 404]).toContain(again.status);
    expect([merged.status, again.status]).toContain(200);
    expectNoContent(left);
    await crowd.turns(1);
    await crowd.end();
    const { items } = (await ada.api.get(`${team}/labels`)).body;
    expect(items.map(({ id }: { id: number }) => id)).toEqual([into]);
    const { total } = (await ada.api.get(`/api/v1/bugs-admin?label_id=${into}`)).body;
    expect(items[0].bug_count).toBe(total);
    expect(await orphans(node)).toEqual([]);
  }
  await end();
});

it('a reporter is forgotten while reports of theirs come, are changed, told of and deleted', async () => {
  const { node, other, ada, grace, project, end } = await aPlace();
  const receiver = await startReceiver();
  receiver.answer((response, { body }) => response.end(`Thank you, ${body.bug?.reporter_email}`));
  await aWebhook(ada, project, { url: receiver.url });
  await ada.api.patch(`/api/v1/projects/${project.id}`, { notify_reporters: true });
  const stranger = await aPerson(node);
  const theirs = await aBusyProject(node, stranger);
  const reporter = { reporter_email: 'Mary.Reporter@example.com', reporter_identifier: 'mary-42' };
  const kept = await aSender(node, theirs).post('/api/v1/bugs', aReport(reporter));
  const erase = ({ api }: Person) =>
    api.request('DELETE', `/api/v1/teams/${ada.teamId}/reporters`, {
      body: { email: reporter.reporter_email },
    });
  const ids = async () => {
    const { items } = (await ada.api.get('/api/v1/bugs-admin?limit=30')).body;
    return items.map(({ id }: { id: number }) => id);
  };
  const crowd = startConcurrentClients([
    sending(node, project, reporter),
    sending(other, project, {
      ...reporter,
      reporter_email: null,
      reporter_identifier: 'MARY.reporter@example.com',
    }),
    {
      what: 'a report that is sent twice',
      // The stored response has no reporter, so the report counts as different.
      may: [201, 422],
      send: (turn) =>
        aSender(node, project).post('/api/v1/bugs', aReport(reporter), {
          'idempotency-key': `again ${turn >> 1}`,
        }),
    },
    changing(ada, 'resolving', async () => bulk(ada, await ids(), 'set_status', 'resolved')),
    changing(grace, 'sorting', async () => bulk(grace, (await ids()).reverse(), 'set_severity', 'low')),
    { what: 'deleting', may: [200], send: async () => bulk(grace, (await ids()).slice(-2), 'delete') },
    { what: 'forgetting', may: [200], send: () => erase(ada) },
    { what: 'forgetting, too', may: [200], send: () => erase(grace) },
  ]);
  await crowd.turns(4);
  await crowd.end();
  await whenIndexed(node);
  expect((await erase(ada)).status).toBe(200);
  expect((await stranger.api.get(`/api/v1/bugs-admin/${kept.body.id}`)).body).toMatchObject(reporter);
  expectNoContent(await stranger.api.delete(`/api/v1/bugs-admin/${kept.body.id}`));
  // Sent emails count for a day, and keep the address.
  const left = async () => {
    await sql`update recent_mails set sent_at = sent_at - interval '1 day'`.execute(node.db);
    await sql`update jobs set run_at = now() where kind = 'clean-up'`.execute(node.db);
    return tablesWith(node, 'mary.reporter');
  };
  await expect.poll(left).toEqual([]);
  await end();
});

it('a team and an account end while their members, senders and neighbours go on', async () => {
  const { node, other, ada, grace, project, end } = await aPlace();
  const eve = await aPerson(node);
  const hers = await aBusyProject(node, grace);
  const neighbours = await aBusyProject(node, eve);
  const team = `/api/v1/teams/${ada.teamId}`;
  const [ids, ofGrace, ofEve] = [
    await storeBugs(node, project, 40),
    await storeBugs(node, hers, 20),
    await storeBugs(node, neighbours, 20),
  ];
  const label = await aLabel(eve, 'theirs');
  const { slug } = (await ada.api.get(team)).body;
  let stored = 0;
  const crowd = startConcurrentClients([
    sending(node, project),
    sending(other, hers),
    {
      ...sending(other, neighbours),
      may: [201],
      async send() {
        const answer = await aSender(other, neighbours).post('/api/v1/bugs', aReport());
        stored++;
        return answer;
      },
    },
    { ...changing(eve, 'a neighbour', () => bulk(eve, ofEve, 'add_label', label)), may: [200] },
    {
      ...changing(grace, 'assigning', () => bulk(grace, [...ids, ...ofGrace], 'assign', 'me')),
      may: [200, 401, 404],
    },
    changing(ada, 'assigning to another', () => bulk(ada, ids.toReversed(), 'set_severity', 'high')),
    {
      what: 'labels',
      may: [201, 404],
      send: () => ada.api.post(`${team}/labels`, { name: crypto.randomUUID(), color: '#00FF00' }),
    },
    {
      what: 'renaming',
      may: [200, 401],
      send: (turn) => grace.api.patch('/api/v1/me', { name: `Grace ${turn}` }),
    },
  ]);
  await crowd.turns(3);
  const { password } = grace;
  const [closed, left] = await Promise.all([
    ada.api.request('DELETE', team, { body: { slug } }),
    grace.api.request('DELETE', '/api/v1/me', { body: { password } }),
  ]);
  expectNoContent(closed);
  expectNoContent(left);
  const teams = () =>
    node.db.selectFrom('teams').select('id').where('id', 'in', [ada.teamId, grace.teamId]).execute();
  await expect.poll(teams).toEqual([]);
  await crowd.turns(1);
  await crowd.end();
  for (const { teamId } of [ada, grace]) await expect.poll(() => rowsOf(node, teamId)).toEqual({});
  expect((await eve.api.get('/api/v1/bugs-admin')).body.total).toBe(ofEve.length + stored);
  const assigned = node.db.selectFrom('bugs').select('id').where('assignee_id', 'is not', null);
  expect(await assigned.execute()).toEqual([]);
  expect(await orphans(node)).toEqual([]);
  await end();
});
