import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../test/builders.ts';
import { openStream } from '../../../test/event-stream.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { expectNotFound, expectRefused, timestamp, unknownId } from '../../../test/samples.ts';

const database = await createDatabase();
const [node, otherNode] = await Promise.all([startNode(database), startNode(database)]);
const ada = await aPerson(node, { name: 'Ada' });
const eve = await aPerson(node);
const [project, foreignProject] = await Promise.all([aProject(ada), aProject(eve)]);
const second = (await ada.api.post('/api/v1/teams', { name: 'Second' })).body;
const secondProject = await aProject(ada, { team_id: second.id });

const live = (query = '', headers = {}) => ada.api.get(`/api/v1/live${query}`, headers);

describe('an event', () => {
  it('of a report has no actor, and the bug as lists show it', async () => {
    const stream = await openStream(node, ada);
    const id = await aBug(node, project, { description: 'x'.repeat(300) });
    const [event] = await stream.receive(1);
    const { items } = (await ada.api.get(`/api/v1/bugs-admin?project_id=${project.id}`)).body;
    expect(event).toEqual({
      id: expect.any(Number),
      event: 'created',
      data: {
        activity_id: expect.any(Number),
        bug_id: id,
        project_id: project.id,
        team_id: ada.teamId,
        kind: 'created',
        actor: null,
        via: 'api',
        changes: null,
        created_at: items[0].created_at,
        bug: items[0],
        revision: 1,
      },
    });
  });

  it('has the id of its activity in it, and says who did it and by which way', async () => {
    const id = await aBug(node, project);
    const stream = await openStream(node, ada);
    await ada.api.patch(`/api/v1/bugs-admin/${id}`, { status: 'resolved', severity: 'low' });
    const events = await stream.receive(2);
    const { items } = (await ada.api.get(`/api/v1/bugs-admin/${id}/activity`)).body;
    expect(events.map((event) => event.id)).toEqual(items.slice(1).map((item: { id: number }) => item.id));
    expect(events.map(({ event }) => event)).toEqual(['status_changed', 'severity_changed']);
    for (const { data } of events) {
      expect(data).toMatchObject({ actor: { id: ada.id, name: 'Ada' }, via: 'dashboard' });
      expect(data.bug).toMatchObject({ id, status: 'resolved', severity: 'low', revision: 2 });
      expect(data.revision).toBe(2);
    }
    const told = events.map(({ data: { changes, created_at } }) => ({ changes, created_at }));
    expect(told).toMatchObject([
      { changes: { status: { from: 'open', to: 'resolved' } } },
      { changes: { severity: { from: 'medium', to: 'low' } } },
    ]);
    expect(items.slice(1)).toMatchObject(told);
  });

  it('of a deletion has no bug', async () => {
    const id = await aBug(node, project);
    const stream = await openStream(node, ada);
    await ada.api.delete(`/api/v1/bugs-admin/${id}`);
    const [event] = await stream.receive(1);
    const gone = { bug: null, revision: null, changes: null, created_at: timestamp };
    expect(event?.data).toMatchObject({ kind: 'deleted', bug_id: id, project_id: project.id, ...gone });
    expect(event?.data.actor).toEqual({ id: ada.id, name: 'Ada' });
  });
});

describe('a stream', () => {
  it('is an event stream that nobody keeps, and says when to come back', async () => {
    const { headers, comments } = await openStream(node, ada);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(comments).toEqual(['connected']);
  });

  it('gets what happens on either process, once and in order', async () => {
    const streams = await Promise.all([node, otherNode].map((at) => openStream(at, ada)));
    const elsewhere = otherNode.anyone.with({ authorization: `Bearer ${ada.token}` });
    const id = await aBug(node, project);
    const statuses = ['in_progress', 'resolved', 'closed', 'open', 'spam'];
    for (const [index, status] of statuses.entries())
      await (index % 2 ? elsewhere : ada.api).patch(`/api/v1/bugs-admin/${id}`, { status });
    for (const stream of streams) await stream.receive(1 + statuses.length);
    const { items } = (await ada.api.get(`/api/v1/bugs-admin/${id}/activity`)).body;
    const expected = items.map((item: { id: number }) => item.id);
    for (const { events } of streams) expect(events.map((event) => event.id)).toEqual(expected);
  });

  it('is about all teams of the user, or about the one that was asked for; never about others', async () => {
    const [all, one] = [await openStream(node, ada), await openStream(node, { ...ada, ofTeam: second.id })];
    await aBug(node, foreignProject);
    await aBug(node, project);
    await aBug(node, secondProject);
    await all.receive(2);
    await one.receive(1);
    expect(all.events.map(({ data }) => data.team_id)).toEqual([ada.teamId, second.id]);
    expect(one.events.map(({ data }) => data.team_id)).toEqual([second.id]);
  });

  it('of a team of others, or of none, is not found', async () => {
    expectNotFound(await live(`?team_id=${eve.teamId}`));
    expectNotFound(await live(`?team_id=${unknownId}`));
  });

  it.each(['0', '-1', 'abc', '', '9007199254740993'])('of the team "%s" is refused', async (id) => {
    expectRefused(await live(`?team_id=${id}`), 'team_id');
  });

  it.each(['abc', '-1', '1.5', '1e3', '99999999999999999', '9007199254740993'])(
    'after the event "%s" is refused',
    async (id) => {
      expectRefused(await live('', { 'last-event-id': id }), 'Last-Event-ID');
    },
  );

  it('takes no credential from its address', async () => {
    const answer = await node.anyone.get(`/api/v1/live?access_token=${ada.token}`);
    expect(answer.status).toBe(401);
  });

  it('cannot be asked for its head alone', async () => {
    const headers = { authorization: `Bearer ${ada.token}` };
    const { status } = await fetch(`${node.url}/api/v1/live`, { method: 'HEAD', headers });
    expect(status).toBe(405);
  });
});
