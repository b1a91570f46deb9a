import { statuses } from '@skep/vocabulary';
import { describe, expect, it } from 'vitest';
import { anAttachment } from '../../../test/attachments.ts';
import { aBug, aColleague, anAssistant, aPerson, aProject, aSender } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { bees, expectNotFound, expectRefused, notIds, timestamp, unknownId } from '../../../test/samples.ts';
import { activityOf, storeBug } from '../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node, { name: 'Ada' });
const stranger = await aPerson(node);
const project = await aProject(ada);
const { api } = await anAssistant(node, ada);
const foreign = await anAssistant(node, stranger);

const bugs = '/api/v1/mcp/bugs';
const aStoredBug = () => storeBug(node, project);
const changesOf = async (id: number) =>
  (await activityOf(node, [id])).map(({ kind, actor_id, via, changes }) => ({
    kind,
    actor_id,
    via,
    changes,
  }));

describe('reading', () => {
  it('answers a bug exactly as the dashboard does', async () => {
    const id = await aBug(node, project, { extra: {}, stack_trace: 'at checkout.js:1' });
    const [forAssistant, forPerson] = [
      await api.get(`${bugs}/${id}`),
      await ada.api.get(`/api/v1/bugs-admin/${id}`),
    ];
    expect(forAssistant.status).toBe(200);
    expect(forAssistant.text).toBe(forPerson.text);
  });

  it("keeps a report's extra data to the digit", async () => {
    const body = '{"title":"t","description":"d","extra":{"2":1,"1":12345678901234567890}}';
    const created = await node.anyone.post('/api/v1/bugs', body, { 'x-api-key': project.api_key });
    expect((await api.get(`${bugs}/${created.body.id}`)).text).toContain('{"2":1,"1":12345678901234567890}');
  });

  it('lists bugs exactly as the dashboard does, with its filters and pages', async () => {
    const id = await aStoredBug();
    await ada.api.patch(`/api/v1/bugs-admin/${id}`, { severity: 'critical', assignee_id: 'me' });
    for (const query of [
      '',
      '?limit=1&offset=1',
      `?severity=critical&assignee_id=me&project_id=${project.id}`,
      '?search=checkout',
    ]) {
      const [forAssistant, forPerson] = [
        await api.get(bugs + query),
        await ada.api.get(`/api/v1/bugs-admin${query}`),
      ];
      expect([query, forAssistant.status]).toEqual([query, 200]);
      expect(forAssistant.body).toEqual(forPerson.body);
      expect(forAssistant.body.items.length).toBeGreaterThan(0);
    }
  });

  it('shows nobody else their bugs', async () => {
    await aStoredBug();
    expect((await foreign.api.get(bugs)).body).toMatchObject({ items: [], total: 0 });
    expectNotFound(await foreign.api.get(`${bugs}?project_id=${project.id}`));
  });

  it('refuses filters that the dashboard refuses', async () => {
    expectRefused(await api.get(`${bugs}?status=gone`), 'status');
    expectRefused(await api.get(`${bugs}?limit=201`), 'limit');
  });
});

describe('a token that may change bugs but not read them', () => {
  const changes: [string, string, object | undefined][] = [
    ['PATCH', '', { severity: 'medium' }],
    ['POST', '/resolve', undefined],
    ['POST', '/spam', undefined],
    ['POST', '/assign-me', undefined],
    ['POST', '/labels', { label_name: 'Secret' }],
    ['DELETE', '/labels?label_name=Secret', undefined],
  ];

  it('gets the shape of a bug from every change, and nothing that was reported but its title', async () => {
    const person = await aPerson(node);
    const shop = await aProject(person);
    const bugId = await aBug(node, shop, {
      description: 'secret',
      stack_trace: 'secret',
      url: 'https://example.com/secret',
      user_agent: 'secret',
      reporter_email: 'secret@example.com',
      reporter_identifier: 'secret',
      extra: { secret: 'secret' },
    });
    await aSender(node, shop).post(`/api/v1/bugs/${bugId}/attachments`, anAttachment());
    await node.db
      .updateTable('attachments')
      .set({ uploaded_at: new Date() })
      .where('bug_id', '=', bugId)
      .execute();
    await person.api.post(`/api/v1/teams/${person.teamId}/labels`, { name: 'Secret', color: '#112233' });
    const shown = (await person.api.get(`/api/v1/bugs-admin/${bugId}`)).body;
    expect(shown.attachments).toHaveLength(1);
    const writer = (await anAssistant(node, person, ['write:bugs'])).api;
    const both = (await anAssistant(node, person, ['write:bugs', 'read:bugs'])).api;
    for (const [method, path, body] of changes) {
      const answer = await writer.request(method, `${bugs}/${bugId}${path}`, { body });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(Object.keys(answer.body)).toEqual(Object.keys(shown));
      expect(answer.body).toMatchObject({
        ...{ id: bugId, title: shown.title, description: null, stack_trace: null, extra: null, url: null },
        ...{ user_agent: null, reporter_email: null, reporter_identifier: null, attachments: [] },
      });
      expect(answer.text).not.toContain('secret');
      const full = await both.request(method, `${bugs}/${bugId}${path}`, { body });
      expect(full.body).toMatchObject({ description: 'secret', reporter_email: 'secret@example.com' });
    }
  });
});

describe('changing', () => {
  it.each(statuses)('sets the status %s and notes the way', async (status) => {
    const id = await aStoredBug();
    await api.patch(`${bugs}/${id}`, { status: status === 'open' ? 'closed' : 'open' });
    const answer = await api.patch(`${bugs}/${id}`, { status });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, status });
    expect((await ada.api.get(`/api/v1/bugs-admin/${id}`)).body).toEqual(answer.body);
    expect((await changesOf(id)).at(-1)).toMatchObject({
      kind: 'status_changed',
      actor_id: ada.id,
      via: 'mcp',
    });
  });

  it('sets status and severity together', async () => {
    const id = await aStoredBug();
    const answer = await api.patch(`${bugs}/${id}`, { status: 'in_progress', severity: 'low' });
    expect(answer.body).toMatchObject({ status: 'in_progress', severity: 'low' });
    expect(await changesOf(id)).toEqual([
      {
        kind: 'status_changed',
        actor_id: ada.id,
        via: 'mcp',
        changes: { status: { from: 'open', to: 'in_progress' } },
      },
      {
        kind: 'severity_changed',
        actor_id: ada.id,
        via: 'mcp',
        changes: { severity: { from: 'medium', to: 'low' } },
      },
    ]);
  });

  it('sets the title', async () => {
    const id = await aStoredBug();
    const answer = await api.patch(`${bugs}/${id}`, { title: 'Clearer' });
    expect(answer.body).toMatchObject({ title: 'Clearer', revision: 2 });
  });

  it('sets no assignee: that has a route of its own', async () => {
    const id = await aStoredBug();
    const answer = await api.patch(`${bugs}/${id}`, { severity: 'low', assignee_id: 'me' });
    expect(answer.body).toMatchObject({ severity: 'low', assignee_id: null });
    expect((await api.patch(`${bugs}/${id}`, { assignee_id: 'me' })).status).toBe(422);
  });

  it.each([[{}], [{ description: 'x' }], ['[]'], ['null'], ['']])(
    'refuses %j: nothing is to be changed',
    async (body) => {
      expectRefused(await api.patch(`${bugs}/${await aStoredBug()}`, body), 'body');
    },
  );

  it.each([
    ['status', 'gone'],
    ['status', null],
    ['status', 5],
    ['severity', 'CRITICAL'],
    ['severity', ''],
  ])('refuses %s %j', async (field, value) => {
    expectRefused(await api.patch(`${bugs}/${await aStoredBug()}`, { [field]: value }), field);
  });

  it.each([
    ['resolve', { status: 'resolved' }, 'status_changed'],
    ['spam', { status: 'spam' }, 'status_changed'],
    [
      'assign-me',
      { assignee_id: ada.id, assignee: { id: ada.id, name: 'Ada', email: ada.email } },
      'assigned',
    ],
  ])('has a short way: %s', async (name, expected, kind) => {
    const id = await aStoredBug();
    const answer = await api.post(`${bugs}/${id}/${name}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, ...expected });
    expect(await changesOf(id)).toMatchObject([{ kind, actor_id: ada.id, via: 'mcp' }]);
    expect((await api.post(`${bugs}/${id}/${name}`, {})).body).toEqual(answer.body);
    expect(await changesOf(id)).toHaveLength(1);
  });

  it("assigns to the token's user, not to who reads", async () => {
    const grace = await aColleague(node, ada);
    const { api } = await anAssistant(node, grace);
    const answer = await api.post(`${bugs}/${await aStoredBug()}/assign-me`);
    expect(answer.body.assignee_id).toBe(grace.id);
  });
});

describe('commenting', () => {
  const comment = (id: unknown, body: unknown) => api.post(`${bugs}/${id}/comments`, body);

  it('answers the comment, and the dashboard shows it', async () => {
    const id = await aStoredBug();
    const answer = await comment(id, { body: ' It is the cart. ' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      bug_id: id,
      author: { id: ada.id, name: 'Ada', email: ada.email },
      body: ' It is the cart. ',
      via: 'mcp',
      created_at: timestamp,
      edited_at: null,
      images: [],
    });
    const listed = await ada.api.get(`/api/v1/bugs-admin/${id}/comments`);
    expect(listed.body.items).toEqual([answer.body]);
    expect(await changesOf(id)).toMatchObject([{ kind: 'commented', via: 'mcp', actor_id: ada.id }]);
  });

  it('takes 10,000 characters and not one more', async () => {
    const id = await aStoredBug();
    expect((await comment(id, { body: bees(10_000) })).status).toBe(201);
    expectRefused(await comment(id, { body: bees(10_001) }), 'body');
  });

  it.each([[{}], [{ body: '' }], [{ body: ' \n' }], [{ body: 5 }], [{ body: 'a\0b' }]])(
    'refuses %j',
    async (body) => {
      expectRefused(await comment(await aStoredBug(), body), 'body');
    },
  );
});

describe('what is not there', () => {
  const ways = [
    ['GET', '', undefined],
    ['PATCH', '', { status: 'open' }],
    ['POST', '/resolve', undefined],
    ['POST', '/spam', undefined],
    ['POST', '/assign-me', undefined],
    ['POST', '/comments', { body: 'x' }],
    ['POST', '/labels', { label_name: 'x' }],
    ['DELETE', '/labels?label_id=1', undefined],
  ] as const;

  it("is somebody else's bug", async () => {
    const id = await aStoredBug();
    for (const [method, path, body] of ways)
      expectNotFound(await foreign.api.request(method, `${bugs}/${id}${path}`, { body }));
    expect(await changesOf(id)).toEqual([]);
  });

  it.each([...notIds, unknownId])('is %s', async (id) => {
    for (const [method, path, body] of ways)
      expectNotFound(await api.request(method, `${bugs}/${id}${path}`, { body }));
  });
});
