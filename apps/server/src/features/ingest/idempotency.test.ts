import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { countStatuses } from '../../../test/samples.ts';

const database = await createDatabase();
const node = await startNode(database);
const otherNode = await startNode(database);
const person = await aPerson(node);

const bugsIn = (projectId: number) =>
  node.db.selectFrom('bugs').select('id').where('project_id', '=', projectId).execute();

describe('an Idempotency-Key', () => {
  it('makes a repeat get the first answer and store nothing, however it is spelled', async () => {
    const project = await aProject(person);
    const once = aSender(node, project).with({ 'idempotency-key': 'order-7' });
    const first = await once.post(
      '/api/v1/bugs',
      '{"title":"First","description":"d","extra":{"2":[1,{"a":null,"b":"é"}],"1":1e400}}',
      { 'user-agent': 'Reporter/1.0' },
    );
    const again = await once.post(
      '/api/v1/bugs',
      ' {"extra": {"1":1e500,"2":[1.0, {"b":"\\u00e9","a":null}]}, "severity":"medium", "description":"d", "url":"", "title":"\\u0046irst"}',
      { 'user-agent': 'Retry/2.0', 'x-forwarded-for': '203.0.113.9' },
    );
    expect(first.status).toBe(201);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.body.user_agent).toBe('Reporter/1.0');
    expect(await bugsIn(project.id)).toHaveLength(1);
  });

  describe('that was used for another report', () => {
    const whole = {
      title: 'Private',
      description: 'My card number is 1234',
      severity: 'low',
      environment: 'production',
      app_version: '1',
      stack_trace: 'Error',
      url: 'https://example.com',
      user_agent: 'Mine/1',
      reporter_email: 'ada@example.com',
      reporter_identifier: 'ada',
      extra: { a: [1, 2] },
    };
    const others = [
      {},
      { title: 'Guess', description: 'Guess' },
      ...Object.keys(whole).map((field) => ({ ...whole, [field]: null })),
      { ...whole, user_agent: '' },
      { ...whole, severity: 'high' },
      { ...whole, extra: { a: [2, 1] } },
      { ...whole, extra: { a: [1, 2], b: null } },
    ].filter(({ title, description }) => title !== null && description !== null);

    it('is refused, and shows nothing of that one', async () => {
      const project = await aProject(person);
      const once = aSender(node, project).with({ 'idempotency-key': 'guessed' });
      expect((await once.post('/api/v1/bugs', whole)).status).toBe(201);
      for (const other of others) {
        const answer = await once.post('/api/v1/bugs', aReport(other));
        expect([answer.status, answer.body], JSON.stringify(other)).toEqual([
          422,
          {
            detail: 'Idempotency-Key was used for another report',
            errors: [{ field: 'Idempotency-Key', message: 'was used for another report' }],
          },
        ]);
        expect(answer.headers.get('location')).toBeNull();
      }
      expect((await once.post('/api/v1/bugs', whole)).status).toBe(201);
      expect(await bugsIn(project.id)).toHaveLength(1);
    });

    it('is refused whether that one was stored or dropped', async () => {
      const project = await aProject(person);
      await person.api.post(`/api/v1/projects/${project.id}/blocklist`, { kind: 'keyword', value: 'casino' });
      const once = aSender(node, project).with({ 'idempotency-key': 'dropped' });
      const first = await once.post('/api/v1/bugs', aReport({ title: 'Casino' }));
      const other = await once.post('/api/v1/bugs', aReport());
      const again = await once.post('/api/v1/bugs', aReport({ title: 'Casino' }));
      expect([first.status, other.status, again.text]).toEqual([201, 422, first.text]);
      expect(await bugsIn(project.id)).toHaveLength(0);
      const { body } = await person.api.get(`/api/v1/projects/${project.id}`);
      expect(body.usage).toMatchObject({ stored: 0, dropped_blocklist: 1 });
    });

    it('counts once, and meets the limit of the key first', async () => {
      const project = await aProject(person);
      const once = aSender(node, project).with({ 'idempotency-key': 'counted' });
      await once.post('/api/v1/bugs', aReport());
      const statuses = [];
      for (let count = 0; count < 60; count++)
        statuses.push((await once.post('/api/v1/bugs', aReport({ title: 'Another' }))).status);
      expect(statuses).toEqual([...Array(59).fill(422), 429]);
    });
  });

  it('holds for repeats that arrive at the same time on several nodes', async () => {
    const project = await aProject(person);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        aSender(index % 2 ? node : otherNode, project).post('/api/v1/bugs', aReport(), {
          'idempotency-key': 'same',
        }),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await bugsIn(project.id)).toHaveLength(1);
  });

  it('is one for each project', async () => {
    const [one, two] = [await aProject(person), await aProject(person)];
    for (const project of [one, two]) {
      await aSender(node, project).post('/api/v1/bugs', aReport(), { 'idempotency-key': 'shared' });
      expect(await bugsIn(project.id)).toHaveLength(1);
    }
  });

  it('is forgotten after 24 hours', async () => {
    const project = await aProject(person);
    const once = aSender(node, project).with({ 'idempotency-key': 'old' });
    await once.post('/api/v1/bugs', aReport());
    await node.db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 24 * 3600_000 - 1000) })
      .where('project_id', '=', project.id)
      .execute();
    await once.post('/api/v1/bugs', aReport());
    await once.post('/api/v1/bugs', aReport());
    expect(await bugsIn(project.id)).toHaveLength(2);
  });

  it('takes 200 characters, and counts each repeat against the key', async () => {
    const project = await aProject(person);
    const once = aSender(node, project).with({ 'idempotency-key': 'x'.repeat(200) });
    const statuses = [];
    for (let count = 0; count < 61; count++)
      statuses.push((await once.post('/api/v1/bugs', aReport())).status);
    expect(statuses).toEqual([...Array(60).fill(201), 429]);
    expect(await bugsIn(project.id)).toHaveLength(1);
  });

  it('answers a repeat of a dropped report as it answered the report', async () => {
    const project = await aProject(person);
    const month = new Date().toISOString().slice(0, 7);
    await node.db
      .insertInto('project_usage')
      .values({ team_id: person.teamId, project_id: project.id, month, stored: 100, cap: 100 })
      .execute();
    const once = aSender(node, project).with({ 'idempotency-key': 'full' });
    const [first, again] = [
      await once.post('/api/v1/bugs', aReport()),
      await once.post('/api/v1/bugs', aReport()),
    ];
    expect(first.status).toBe(201);
    expect(again.text).toBe(first.text);
    const { body } = await person.api.get(`/api/v1/projects/${project.id}`);
    expect(body.usage).toMatchObject({ stored: 100, dropped_quota: 1 });
  });

  it('is decided once for requests of one batch, and repeats use no quota', async () => {
    const project = await aProject(person);
    const month = new Date().toISOString().slice(0, 7);
    await node.db
      .insertInto('project_usage')
      .values({ team_id: person.teamId, project_id: project.id, month, stored: 97, cap: 100 })
      .execute();
    const sender = aSender(node, project);
    const send = (key: string, title: string) =>
      sender.post('/api/v1/bugs', aReport({ title }), { 'idempotency-key': key });
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => send('one', 'One')),
      ...Array.from({ length: 4 }, () => send('one', 'Another')),
      ...Array.from({ length: 8 }, () => send('two', 'Two')),
      sender.post('/api/v1/bugs', aReport({ title: 'Three' })),
    ]);
    const winner = answers[0]?.status === 201 ? 8 : 4;
    expect(countStatuses(answers)).toEqual({ 201: winner + 9, 422: 12 - winner });
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(3);
    const { body } = await person.api.get(`/api/v1/projects/${project.id}`);
    expect(body.usage).toMatchObject({ stored: 100, dropped_quota: 0 });
    expect(await bugsIn(project.id)).toHaveLength(3);
  });

  it('that an open transaction has used is waited for, and answered like the first', async () => {
    const [project, another] = [await aProject(person), await aProject(person)];
    const first = await aSender(node, another).post('/api/v1/bugs', aReport(), { 'idempotency-key': 'open' });
    // What another node is about to commit.
    const commit = await hold(node, (trx) =>
      sql`insert into idempotency_keys (team_id, project_id, key, bug_id, report, has_user_agent, created_at)
        select team_id, ${project.id}, key, bug_id, report, has_user_agent, created_at from idempotency_keys
        where project_id = ${another.id}`.execute(trx),
    );
    const repeat = aSender(node, project).post('/api/v1/bugs', aReport(), { 'idempotency-key': 'open' });
    await whenBlocked(node);
    await commit();
    expect((await repeat).body).toEqual({ ...first.body, project_id: project.id });
    expect(await bugsIn(project.id)).toHaveLength(0);
  });
});
