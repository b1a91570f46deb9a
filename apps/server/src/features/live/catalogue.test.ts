import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBug, aColleague, anAssistant, anInvitation, aPerson, aProject } from '../../../test/builders.ts';
import { type EventStream, openStream, whenNumbered } from '../../../test/event-stream.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { noteCatalogueChange } from '../events/outbox.ts';
import { pace } from './stream.ts';

pace.pollMs = 50;

const database = await createDatabase();
const [node, otherNode] = await Promise.all([startNode(database), startNode(database)]);
const ada = await aPerson(node);
const grace = await aColleague(node, ada);
const eve = await aPerson(node);
const project = await aProject(ada);
const team = `/api/v1/teams/${ada.teamId}`;
const often = { interval: 10 };

/** No events are read without streams, so each test starts with its own. */
beforeEach(async () => {
  const following = () => [node, otherNode].flatMap(({ context }) => context.loops.read());
  await expect.poll(() => following().filter(({ name }) => name === 'live updates'), often).toEqual([]);
});

const told = (stream: EventStream) => expect.poll(() => stream.catalogue, often);
const ofTeam = (...parts: string[]) => parts.map((what) => `${ada.teamId} ${what}`);

/** Waits for a marker change after all others. */
async function afterAll(stream: EventStream): Promise<string[]> {
  await ada.api.patch(team, { name: `Bees ${Math.random()}` });
  await told(stream).toContain(`${ada.teamId} team`);
  return stream.catalogue.slice(0, -1);
}

type Change = () => Promise<{ status: number; body: { id: number } }>;

async function expectAnnounced(what: string, changes: Change[]): Promise<void> {
  const streams = [
    await openStream(node, ada),
    await openStream(otherNode, { ...grace, ofTeam: ada.teamId }),
  ];
  for (const [index, change] of changes.entries()) {
    expect((await change()).status).toBeLessThan(300);
    const expected = ofTeam(...Array.from({ length: index + 1 }, () => what));
    for (const stream of streams) await told(stream).toEqual(expected);
  }
}

describe('the event `catalogue` tells everybody in the team, on every node, of', () => {
  it('labels', async () => {
    const { id } = (await ada.api.post(`${team}/labels`, { name: 'first', color: '#112233' })).body;
    await expectAnnounced('labels', [
      () => grace.api.post(`${team}/labels`, { name: 'second', color: '#112233' }),
      () => ada.api.patch(`${team}/labels/${id}`, { name: 'renamed' }),
      () => ada.api.delete(`${team}/labels/${id}`),
    ]);
  });

  it('labels that are merged', async () => {
    const make = (name: string) => ada.api.post(`${team}/labels`, { name, color: '#112233' });
    const [from, into] = [(await make('from')).body.id, (await make('into')).body.id];
    await ada.api.post(`/api/v1/bugs-admin/${await aBug(node, project)}/labels/${from}`);
    await expectAnnounced('labels', [
      () => grace.api.post(`${team}/labels/${from}/merge`, { into_label_id: into }),
    ]);
  });

  it('labels that an assistant changes', async () => {
    const { api } = await anAssistant(node, ada);
    const { id } = (await api.post(`/api/v1/mcp/teams/${ada.teamId}/labels`, { name: 'a', color: '#112233' }))
      .body;
    await expectAnnounced('labels', [
      () => api.post(`/api/v1/mcp/teams/${ada.teamId}/labels`, { name: 'b', color: '#112233' }),
      () => api.patch(`/api/v1/mcp/labels/${id}`, { color: '#445566' }),
      () => api.delete(`/api/v1/mcp/labels/${id}`),
    ]);
  });

  it('projects', async () => {
    const { id } = await aProject(ada);
    await expectAnnounced('projects', [
      () => grace.api.post('/api/v1/projects', { team_id: ada.teamId, name: 'Second' }),
      () => ada.api.patch(`/api/v1/projects/${id}`, { name: 'Renamed' }),
      () => ada.api.delete(`/api/v1/projects/${id}`),
    ]);
  });

  it('the keys of a project, but not of their use', async () => {
    const { id } = await aProject(ada);
    const keys = `/api/v1/projects/${id}/api-keys`;
    const { id: keyId, ...key } = (await ada.api.post(keys, { name: 'Server' })).body;
    await expectAnnounced('projects', [
      () => grace.api.post(keys, { name: 'CI' }),
      () => ada.api.patch(`${keys}/${keyId}`, { name: 'Build' }),
      async () => {
        await aBug(node, key);
        await expect.poll(async () => (await ada.api.get(keys)).body.items[1].last_used_at).not.toBeNull();
        return ada.api.delete(`${keys}/${keyId}`);
      },
      () => ada.api.post(`/api/v1/projects/${id}/rotate-key`),
    ]);
  });

  it('the rules of a blocklist, as of their project, but not of what they drop', async () => {
    const { id, ...key } = await aProject(ada);
    const rules = `/api/v1/projects/${id}/blocklist`;
    const rule = (await ada.api.post(rules, { kind: 'keyword', value: 'casino' })).body.id;
    await expectAnnounced('projects', [
      () => grace.api.post(rules, { kind: 'keyword', value: 'poker' }),
      async () => {
        await aBug(node, key, { title: 'Casino' });
        const matches = async () => (await ada.api.get(rules)).body.items[1].match_count;
        await expect.poll(matches).toBe(1);
        return ada.api.delete(`${rules}/${rule}`);
      },
    ]);
  });

  it('invitations, as of members', async () => {
    const invite = (email: string) => ada.api.post(`${team}/members`, { email });
    await invite('first@example.com');
    const [first] = (await ada.api.get(`${team}/invitations`)).body.items;
    await expectAnnounced('members', [
      () => invite('second@example.com'),
      () => grace.api.post(`${team}/invitations/${first.id}/resend`),
      async () => {
        const [renewed] = (await ada.api.get(`${team}/invitations`)).body.items;
        return ada.api.delete(`${team}/invitations/${renewed.id}`);
      },
    ]);
  });

  it('members who join, leave, or have another name', async () => {
    const mary = await aPerson(node);
    const token = await anInvitation(node, ada, mary);
    await expectAnnounced('members', [
      () => mary.api.post('/api/v1/invitations/accept', { token }),
      () => mary.api.patch('/api/v1/me', { name: 'Mary the second' }),
      () => ada.api.delete(`${team}/members/${mary.id}`),
    ]);
  });

  it('members who delete their account', async () => {
    const mary = await aColleague(node, ada);
    const body = { password: mary.password };
    await expectAnnounced('members', [() => mary.api.request('DELETE', '/api/v1/me', { body })]);
  });

  it('the team', async () => {
    await expectAnnounced('team', [() => grace.api.patch(team, { name: 'Wasps' })]);
  });
});

describe('a stream', () => {
  it('is told of its own views, and of nobody else’s', async () => {
    const [hers, theirs] = [await openStream(node, ada), await openStream(otherNode, grace)];
    const { id } = (await ada.api.post(`${team}/saved-views`, { name: 'Mine', filters: {} })).body;
    await told(hers).toEqual(ofTeam('views'));
    await ada.api.patch(`${team}/saved-views/${id}`, { is_pinned: true });
    await told(hers).toEqual(ofTeam('views', 'views'));
    await ada.api.delete(`${team}/saved-views/${id}`);
    await told(hers).toEqual(ofTeam('views', 'views', 'views'));
    expect(await afterAll(theirs)).toEqual([]);
  });

  it('is told nothing of other teams', async () => {
    const [hers, theirs] = [await openStream(node, ada), await openStream(node, eve)];
    await eve.api.post(`/api/v1/teams/${eve.teamId}/labels`, { name: 'theirs', color: '#112233' });
    await told(theirs).toEqual([`${eve.teamId} labels`]);
    expect(await afterAll(hers)).toEqual([]);
    expect(theirs.catalogue).toHaveLength(1);
  });

  it('is told once of many changes at a time, and of none that is rolled back', async () => {
    const stream = await openStream(node, ada);
    const undone = node.db.transaction().execute(async (trx) => {
      await noteCatalogueChange(trx, 'projects', ada.teamId);
      throw new Error('on purpose');
    });
    await expect(undone).rejects.toThrow('on purpose');
    await node.db.transaction().execute(async (trx) => {
      for (let count = 0; count < 300; count++) await noteCatalogueChange(trx, 'labels', ada.teamId);
    });
    expect(await afterAll(stream)).toEqual(ofTeam('labels'));
  });

  it('is told of a change that was committed after later ones', async () => {
    const stream = await openStream(node, ada);
    await node.db.transaction().execute(async (trx) => {
      await noteCatalogueChange(trx, 'projects', ada.teamId);
      expect(await afterAll(stream)).toEqual([]);
    });
    await told(stream).toEqual(ofTeam('team', 'projects'));
  });

  it('gets no place from it, and when it is resumed gets the events about bugs alone', async () => {
    const stream = await openStream(node, ada);
    const bugId = await aBug(node, project);
    await stream.receive(1);
    const place = stream.lastEventId();
    await ada.api.post(`${team}/labels`, { name: 'meanwhile', color: '#112233' });
    await told(stream).toEqual(ofTeam('labels'));
    expect(stream.lastEventId()).toBe(place);
    await ada.api.patch(`/api/v1/bugs-admin/${bugId}`, { status: 'resolved' });
    const again = await openStream(node, { ...ada, lastEventId: place });
    expect((await again.receive(1))[0]?.event).toBe('status_changed');
    expect(await afterAll(again)).toEqual([]);
  });
});

it('a team that is deleted ends its streams on every node, and those who come back are told of it no more', async () => {
  const mary = await aPerson(node);
  const rose = await aColleague(node, mary);
  const others = `/api/v1/teams/${mary.teamId}`;
  const streams = [
    await openStream(node, { ...mary, ofTeam: mary.teamId }),
    await openStream(otherNode, { ...rose, ofTeam: mary.teamId }),
    await openStream(otherNode, rose),
  ];
  const { slug } = (await mary.api.get(others)).body;
  expect((await mary.api.request('DELETE', others, { body: { slug } })).status).toBe(204);
  await Promise.all(streams.map(({ ended }) => ended));
  const again = await openStream(otherNode, { ...rose, lastEventId: streams[2]?.lastEventId() ?? '' });
  await rose.api.patch(`/api/v1/teams/${rose.teamId}`, { name: 'Hers' });
  await told(again).toEqual([`${rose.teamId} team`]);
});

it('what has been told a week ago is forgotten, and whoever was told nothing since has to reload', async () => {
  const old = await openStream(node, ada);
  await old.close();
  await sql`update stream_events set created_at = created_at - interval '8 days'`.execute(node.db);
  await ada.api.patch(team, { name: 'Bees again' });
  await whenNumbered(node);
  await sql`update jobs set run_at = now() where kind = 'clean-up'`.execute(node.db);
  const kept = () => node.db.selectFrom('stream_events').select('what').execute();
  await expect.poll(kept, often).toEqual([{ what: 'team' }]);
  const again = await openStream(node, { ...ada, lastEventId: old.lastEventId() });
  expect((await again.receive(1))[0]?.event).toBe('reload');
});

describe('a stream that begins some seconds ago', () => {
  const backdate = (hours: number) =>
    sql`
    update stream_events set created_at = created_at - make_interval(hours => ${hours})`.execute(node.db);

  it('tells what has happened to bugs and catalogues since, and nothing of before', async () => {
    await aBug(node, project, { title: 'Before' });
    await ada.api.post(`${team}/labels`, { name: 'before', color: '#aa3300' });
    await whenNumbered(node);
    await backdate(1);
    const id = await aBug(node, project, { title: 'Since' });
    await ada.api.post(`${team}/saved-views`, { name: 'Since', filters: {} });
    const stream = await openStream(node, { token: ada.token, replaySeconds: 60 });
    await stream.receive(1);
    expect(await afterAll(stream)).toEqual(ofTeam('views'));
    expect(stream.events.map(({ data }) => data.bug_id)).toEqual([id]);
  });

  it('goes on by its place when it has one', async () => {
    const first = await openStream(node, ada);
    await aBug(node, project);
    const [event] = await first.receive(1);
    const again = await openStream(node, {
      token: ada.token,
      replaySeconds: 60,
      lastEventId: first.lastEventId(),
    });
    const id = await aBug(node, project);
    await again.receive(1);
    expect(event?.data.bug_id).not.toBe(id);
    expect(again.events.map(({ data }) => data.bug_id)).toEqual([id]);
  });

  it.each(['0', '61', 'x'])('refuses %s seconds', async (seconds) => {
    expect((await ada.api.get(`/api/v1/live?replay_seconds=${seconds}`)).status).toBe(422);
  });
});
