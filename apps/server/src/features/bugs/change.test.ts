import { severities, statuses } from '@skep/vocabulary';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender, joinTeam } from '../../../test/builders.ts';
import { secretKey, startService } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { rewriteBugs } from '../../../test/rewrite.ts';
import { expectNotFound, expectRefused, notIds, toJson, unknownId } from '../../../test/samples.ts';
import { activityOf, storeBug } from '../../../test/stored-bugs.ts';
import { signExpiringLink } from '../../auth/signed-links.ts';

const node = await startService();
const ada = await aPerson(node, { name: 'Ada' });
const bob = await aPerson(node, { name: 'Bob' });
const stranger = await aPerson(node);
const project = await aProject(ada);
await joinTeam(node, ada, bob);

const aBug = () => storeBug(node, project);
const read = async (id: number) => (await ada.api.get(`/api/v1/bugs-admin/${id}`)).body;
const patch = (id: number | string, body: unknown) => ada.api.patch(`/api/v1/bugs-admin/${id}`, body);

describe('updating a bug', () => {
  it('changes status, severity and assignee, and answers the bug', async () => {
    const created = await aSender(node, project).post('/api/v1/bugs', aReport());
    const { upload_token: _, ...bug } = created.body;
    const { id } = bug;
    const answer = await patch(id, { status: 'resolved', severity: 'critical', assignee_id: 'me' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...bug,
      status: 'resolved',
      severity: 'critical',
      assignee_id: ada.id,
      assignee: { id: ada.id, name: 'Ada', email: ada.email },
      revision: 2,
      updated_at: expect.any(String),
    });
    expect(Date.parse(answer.body.updated_at)).toBeGreaterThan(Date.parse(bug.updated_at));
    expect(await read(id)).toEqual(answer.body);
  });

  it('notes each field that has changed, with what it was', async () => {
    const id = await aBug();
    await patch(id, { status: 'in_progress', severity: 'low', assignee_id: bob.id });
    const by = { bug_id: id, actor_id: ada.id, via: 'dashboard' };
    const noted = await activityOf(node, [id]);
    expect(noted).toHaveLength(3);
    expect(noted).toEqual(
      expect.arrayContaining([
        { ...by, kind: 'status_changed', changes: { status: { from: 'open', to: 'in_progress' } } },
        { ...by, kind: 'severity_changed', changes: { severity: { from: 'medium', to: 'low' } } },
        { ...by, kind: 'assigned', changes: { assignee: { from: null, to: { id: bob.id, name: 'Bob' } } } },
      ]),
    );
  });

  it('changes the title, which is noted, and ignores what else is sent', async () => {
    const id = await aBug();
    const before = await read(id);
    const answer = await patch(id, { title: 'Pay does nothing', description: 'x', comment_count: 7 });
    expect(answer.body).toEqual({
      ...before,
      title: 'Pay does nothing',
      revision: 2,
      updated_at: expect.any(String),
    });
    await patch(id, { title: 'Pay does nothing' });
    expect(await activityOf(node, [id])).toEqual([
      {
        bug_id: id,
        actor_id: ada.id,
        via: 'dashboard',
        kind: 'title_changed',
        changes: { title: { from: before.title, to: 'Pay does nothing' } },
      },
    ]);
    const bulk = { ids: [id], operation: 'set_title', value: 'Other' };
    expect((await ada.api.post('/api/v1/bugs-admin/bulk', bulk)).status).toBe(422);
  });

  it('keeps when a bug was resolved until its status changes', async () => {
    const id = await aBug();
    await patch(id, { status: 'resolved' });
    const aWeekAgo = new Date(Date.now() - 7 * 24 * 3600_000);
    await rewriteBugs(node.db, sql`resolved_at = ${aWeekAgo}`, sql`id = ${id}`);
    const resolvedAt = async () => {
      const link = signExpiringLink(secretKey, 'report', id, new Date(Date.now() + 3600_000));
      return (await node.anyone.get(`/api/v1/reports/${link}`, { accept: 'application/json' })).body
        .resolved_at;
    };
    const bulk = (operation: string, value: unknown) =>
      ada.api.post('/api/v1/bugs-admin/bulk', { ids: [id], operation, value });
    for (const change of [
      { severity: 'high' },
      { assignee_id: 'me' },
      { status: 'resolved', severity: 'low' },
    ])
      expect((await patch(id, change)).status).toBe(200);
    for (const [operation, value] of [
      ['set_severity', 'medium'],
      ['assign', null],
      ['set_status', 'resolved'],
    ] as const)
      expect((await bulk(operation, value)).body).toMatchObject({ affected: 1 });
    expect(await resolvedAt()).toBe(aWeekAgo.toISOString());
    await patch(id, { status: 'closed' });
    expect(await resolvedAt()).toBeNull();
    await patch(id, { status: 'resolved' });
    expect(Date.parse(await resolvedAt())).toBeGreaterThan(aWeekAgo.getTime());
  });

  it.each(statuses)('takes the status %s from any other, and leaves the rest', async (status) => {
    const id = await aBug();
    const before = await read(id);
    for (const former of statuses) {
      await patch(id, { status: former });
      expect((await patch(id, { status })).body).toEqual({
        ...before,
        status,
        revision: expect.any(Number),
        updated_at: expect.any(String),
      });
    }
  });

  it.each(severities)('takes the severity %s', async (severity) => {
    const id = await aBug();
    expect((await patch(id, { severity })).body).toMatchObject({ severity, status: 'open' });
  });

  it('changes and notes nothing when all is as it should be', async () => {
    const id = await aBug();
    const values = { status: 'closed', severity: 'high', assignee_id: bob.id };
    const { body } = await patch(id, values);
    const noted = await activityOf(node, [id]);
    for (const same of [values, { status: 'closed' }, { severity: 'high' }, { assignee_id: bob.id }]) {
      expect((await patch(id, same)).body).toEqual(body);
    }
    expect(await activityOf(node, [id])).toEqual(noted);
  });

  it('gives it to a member or to nobody', async () => {
    const id = await aBug();
    expect((await patch(id, { assignee_id: bob.id })).body.assignee).toMatchObject({ name: 'Bob' });
    const freed = await patch(id, { assignee_id: null });
    expect(freed.body).toMatchObject({ assignee_id: null, assignee: null });
    const [, last] = await activityOf(node, [id]);
    expect(last?.changes).toEqual({ assignee: { from: { id: bob.id, name: 'Bob' }, to: null } });
  });

  it('gives it to nobody outside the team', async () => {
    const id = await aBug();
    const before = await read(id);
    for (const outsider of [stranger.id, unknownId]) {
      expectRefused(await patch(id, { status: 'closed', assignee_id: outsider }), 'assignee_id');
    }
    expect(await read(id)).toEqual(before);
  });

  it('waits for another change, and then answers the bug with what came of both', async () => {
    const id = await aBug();
    const commit = await hold(node, (trx) =>
      trx
        .updateTable('bugs')
        .set(({ eb }) => ({ revision: eb('revision', '+', 1), comment_count: 7 }))
        .where('id', '=', id)
        .execute(),
    );
    const changes = [patch(id, { status: 'resolved' }), patch(id, { severity: 'low', assignee_id: bob.id })];
    await whenBlocked(node, 2);
    await commit();
    const answers = (await Promise.all(changes)).map(({ body }) => body);
    answers.sort((one, other) => one.revision - other.revision);
    expect(answers).toMatchObject([
      { revision: 3, comment_count: 7 },
      { revision: 4, comment_count: 7, status: 'resolved', severity: 'low', assignee_id: bob.id },
    ]);
    expect(await read(id)).toEqual(answers[1]);
  });

  it('finds no bug that was deleted while it waited', async () => {
    const id = await aBug();
    const commit = await hold(node, (trx) => trx.deleteFrom('bugs').where('id', '=', id).execute());
    const change = patch(id, { status: 'resolved' });
    await whenBlocked(node);
    await commit();
    expectNotFound(await change);
  });

  it('lets simultaneous changes follow one another', async () => {
    const id = await aBug();
    await Promise.all(Array.from({ length: 24 }, (_, n) => patch(id, { status: statuses[n % 6] })));
    const steps = (await activityOf(node, [id])).map(({ changes }) => changes?.status) as {
      from: string;
      to: string;
    }[];
    expect(steps.map(({ from }) => from)).toEqual(['open', ...steps.map(({ to }) => to).slice(0, -1)]);
    expect((await read(id)).status).toBe(steps.at(-1)?.to);
  });
});

describe('an update is refused', () => {
  it.each<[unknown, string]>([
    [{ status: 'fixed' }, 'status'],
    [{ status: '' }, 'status'],
    [{ status: null }, 'status'],
    [{ status: ['open'] }, 'status'],
    [{ severity: 'urgent' }, 'severity'],
    [{ severity: null }, 'severity'],
    [{ severity: 1 }, 'severity'],
    ...['you', '', '1', 0, -1, 1.5, 99999999999999999999n, true, [1], {}].map(
      (assignee_id): [unknown, string] => [{ assignee_id }, 'assignee_id'],
    ),
    [{}, 'body'],
    ...['', ' ', 'x'.repeat(501), 'a\0b', null, 5].map((title): [unknown, string] => [{ title }, 'title']),
    [{ comment_count: 3, duplicate_of_id: 1 }, 'body'],
    [[], 'body'],
  ])('when it says %o', async (body, field) => {
    const id = await aBug();
    const before = await read(id);
    expectRefused(await patch(id, toJson(body)), field);
    expect(await read(id)).toEqual(before);
  });

  it('in words that name what is possible', async () => {
    const { body } = await patch(await aBug(), { assignee_id: 'you' });
    expect(body.detail).toBe('assignee_id: must be an id or me or null');
  });

  it('where there is no such bug', async () => {
    for (const id of [...notIds, unknownId]) expectNotFound(await patch(id, { status: 'open' }));
  });

  it('where the bug is of a team of others, whatever is in it', async () => {
    const id = await aBug();
    for (const body of [{ status: 'closed' }, { assignee_id: 'me' }, { assignee_id: ada.id }]) {
      expectNotFound(await stranger.api.patch(`/api/v1/bugs-admin/${id}`, body));
    }
    expect((await read(id)).status).toBe('open');
  });
});

describe('If-None-Match', () => {
  it('spares a bug and a list that are as they were, and tells what has changed', async () => {
    const id = await aBug();
    for (const path of [`/api/v1/bugs-admin/${id}`, `/api/v1/bugs/${id}`, '/api/v1/bugs-admin?status=open']) {
      const first = await ada.api.get(path);
      const tag = first.headers.get('etag') ?? '';
      const again = await ada.api.get(path, { 'if-none-match': `"another", ${tag}` });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(tag);
      await ada.api.patch(`/api/v1/bugs-admin/${id}`, { severity: path.includes('?') ? 'low' : 'high' });
      await ada.api.post(`/api/v1/bugs-admin/${id}/comments`, { body: 'Seen it too' });
      const changed = await ada.api.get(path, { 'if-none-match': tag });
      expect(changed.status).toBe(200);
      expect(changed.body).not.toEqual(first.body);
      expect(changed.headers.get('etag')).not.toBe(tag);
    }
  });
});
