import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { aBug, aPerson, aProject } from '../../../test/builders.ts';
import { openStream, type StreamEvent, whenNumbered } from '../../../test/event-stream.ts';
import { createDatabase, startNode, type TestNode } from '../../../test/harness.ts';
import { hold } from '../../../test/hold.ts';
import type { Trx } from '../../db/connection.ts';
import { intoOutbox } from '../events/outbox.ts';
import { pace } from './stream.ts';

pace.pollMs = 2;

const database = await createDatabase();
const nodes = await Promise.all([startNode(database), startNode(database)]);
const [node] = nodes as [TestNode, TestNode];
const ada = await aPerson(node);
const project = await aProject(ada);
const bugId = await aBug(node, project);
const secondTeam = (await ada.api.post('/api/v1/teams', { name: 'Second' })).body;
const teamIds = [ada.teamId, secondTeam.id];
const { db } = node;

const anyNode = () => nodes[randomInt(nodes.length)] as TestNode;
const idsOf = (events: StreamEvent[]) => events.map(({ id }) => id);
const inOrder = (ids: number[]) => ids.toSorted((one, other) => one - other);

/** Records an activity in one of the teams and returns its id. */
async function note(trx: Trx | typeof db, kind = 'commented'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with noted as (
      insert into activity (team_id, project_id, bug_id, kind, via, created_at)
      values (${teamIds[randomInt(2)]}, ${project.id}, ${bugId}, ${kind}, 'api', now()) returning id, team_id, bug_id
    ),
    outboxed as (${sql.raw(intoOutbox)})
    select id from noted`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** Repeats it in one transaction. */
const noteMany = (teamId: number, count: number) =>
  sql`
    with noted as (
      insert into activity (team_id, project_id, bug_id, kind, via, created_at)
      select ${teamId}, ${project.id}, ${bugId}, 'commented', 'api', now() from generate_series(1, ${count}::integer)
      returning id, team_id, bug_id
    )
    ${sql.raw(intoOutbox)}`.execute(db);

async function allIds(): Promise<number[]> {
  const rows = await db
    .selectFrom('activity')
    .select('id')
    .where('team_id', 'in', teamIds)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A transaction whose ids lie between those of others, and which commits later. */
const aSlowWriter = () =>
  db.transaction().execute(async (trx) => {
    await note(trx);
    await sleep(randomInt(120));
    await note(trx);
  });

const aQuickWriter = (status: string) => ada.api.patch(`/api/v1/bugs-admin/${bugId}`, { status });

async function write(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await Promise.all([
      aSlowWriter(),
      aSlowWriter(),
      aBug(node, project),
      aQuickWriter(round % 2 ? 'open' : 'closed'),
      note(db),
    ]);
  }
}

/** Blocks reads of activity until it commits. */
const whileReadsWait = <T>(act: (trx: Trx) => Promise<T>) =>
  db.transaction().execute(async (trx) => {
    await sql`lock table activity in access exclusive mode`.execute(trx);
    await sleep(100);
    return act(trx);
  });

/** Reconnects to either process until it has seen the last event. */
async function aReconnectingReader(isLast: (event: StreamEvent) => boolean): Promise<StreamEvent[]> {
  const seen: StreamEvent[] = [];
  let lastEventId = '0';
  while (!seen.some(isLast)) {
    const stream = await openStream(anyNode(), { ...ada, lastEventId });
    await sleep(randomInt(100));
    await stream.close();
    lastEventId = stream.lastEventId() || lastEventId;
    seen.push(...stream.events);
  }
  return seen;
}

describe('a reader who comes', () => {
  it('while something is being read misses nothing of what happens afterwards', async () => {
    await openStream(node, await aPerson(node));
    const { opened, during } = await whileReadsWait(async (trx) => {
      const opening = openStream(node, ada);
      await Promise.race([opening, sleep(300)]);
      return { opened: () => opening, during: await note(trx) };
    });
    const stream = await opened();
    const next = await note(db);
    await vi.waitUntil(() => idsOf(stream.events).includes(next), { timeout: 60_000 });
    // The read in progress may or may not include it.
    expect(idsOf(stream.events).filter((id) => id !== during)).toEqual([next]);
  });
});

describe('a reader who comes back', () => {
  it('gets what happened meanwhile, and then what happens', async () => {
    const stream = await openStream(node, ada);
    await note(db);
    await stream.receive(1);
    await stream.close();
    const missed = [await note(db), await note(db)];
    const again = await openStream(anyNode(), { ...ada, lastEventId: stream.lastEventId() });
    await again.receive(2);
    expect(idsOf(again.events)).toEqual(missed);
    const next = await note(db);
    await again.receive(3);
    expect(idsOf(again.events)).toEqual([...missed, next]);
  });

  it('misses nothing when it left before the first event', async () => {
    const stream = await openStream(node, ada);
    await stream.close();
    const missed = await note(db);
    const again = await openStream(anyNode(), { ...ada, lastEventId: stream.lastEventId() });
    expect(idsOf(await again.receive(1))).toEqual([missed]);
  });

  it('misses no smaller id that is committed after a larger one', async () => {
    const stream = await openStream(node, ada);
    let smaller = 0;
    const commit = await hold(node, async (trx) => {
      smaller = await note(trx);
    });
    const larger = await note(db);
    expect(idsOf(await stream.receive(1))).toEqual([larger]);
    await stream.close();
    await commit();
    const again = await openStream(anyNode(), { ...ada, lastEventId: stream.lastEventId() });
    expect(idsOf(await again.receive(1))).toEqual([smaller]);
    const next = await note(db);
    expect(idsOf(await again.receive(2))).toEqual([smaller, next]);
  });

  it('gets everything once while many write, whatever the order of their commits', async () => {
    const isLast = ({ event }: StreamEvent) => event === 'attachment_added';
    const readers = Array.from({ length: 2 }, () => aReconnectingReader(isLast));
    await Promise.all([write(12), write(12)]);
    await note(db, 'attachment_added');
    const all = await allIds();
    for (const seen of await Promise.all(readers)) expect(inOrder(idsOf(seen))).toEqual(all);
  });

  it('gets nothing of what happened meanwhile in teams of others', async () => {
    const eve = await aPerson(node);
    const [stream, foreignProject] = [await openStream(node, ada), await aProject(eve)];
    await stream.close();
    await aBug(node, foreignProject);
    const own = await note(db);
    await aBug(node, foreignProject);
    const again = await openStream(anyNode(), { ...ada, lastEventId: stream.lastEventId() });
    await again.receive(1);
    await aBug(node, foreignProject);
    const next = await note(db);
    await vi.waitUntil(() => idsOf(again.events).includes(next), { timeout: 60_000 });
    expect(idsOf(again.events)).toEqual([own, next]);
  });

  it('gets a long backlog in full, past what is of others and through transactions longer than a page', async () => {
    const [kept, left] = [await openStream(node, ada), await openStream(node, ada)];
    await left.close();
    const others = (await aPerson(node)).teamId;
    for (const [teamId, count] of [
      [ada.teamId, 1_234],
      [others, 2_500],
      [ada.teamId, 99],
      [ada.teamId, 2],
      [ada.teamId, 2_345],
    ] as const)
      await noteMany(teamId, count);
    const expected = (await allIds()).slice(-(1_234 + 99 + 2 + 2_345));
    const back = await openStream(anyNode(), { ...ada, lastEventId: left.lastEventId() });
    for (const stream of [kept, back]) {
      await stream.receive(expected.length);
      expect(idsOf(stream.events)).toEqual(expected);
    }
    // A reader interrupted in the middle of a transaction resumes there.
    const half = back.places()[2_000] as string;
    const again = await openStream(anyNode(), { ...ada, lastEventId: half });
    const rest = expected.slice(2_001);
    await again.receive(rest.length);
    expect(idsOf(again.events)).toEqual(rest);
  });

  it('is told that a bug was deleted meanwhile, also when its last event was about that bug', async () => {
    const stream = await openStream(node, ada);
    const id = await aBug(node, project);
    await stream.receive(1);
    await stream.close();
    const missed = await note(db);
    await ada.api.delete(`/api/v1/bugs-admin/${id}`);
    const again = await openStream(anyNode(), { ...ada, lastEventId: stream.lastEventId() });
    const [first, second] = await again.receive(2);
    expect(first?.id).toBe(missed);
    expect(second).toMatchObject({ event: 'deleted', data: { bug_id: id } });
  });

  it('with the id of an activity that is gone goes on after it', async () => {
    const stream = await openStream(node, ada);
    const id = await aBug(node, project);
    const lastEventId = (await stream.receive(1))[0]?.id as number;
    const missed = await note(db);
    await ada.api.delete(`/api/v1/bugs-admin/${id}`);
    const again = await openStream(anyNode(), { ...ada, lastEventId });
    const [first, second] = await again.receive(2);
    expect(first?.id).toBe(missed);
    expect(second).toMatchObject({ event: 'deleted', data: { bug_id: id } });
  });

  it('with an id that is yet to come gets what comes', async () => {
    const stream = await openStream(node, { ...ada, lastEventId: 9007199254740991 });
    const next = await note(db);
    await expect.poll(() => idsOf(stream.events)).toContain(next);
  });
});

it('a reader who was told what a restore has undone has to reload, and an open stream ends', async () => {
  await whenNumbered(node);
  const [former] = await db.selectFrom('sequencer').selectAll().execute();
  const stream = await openStream(node, ada);
  await note(db);
  await stream.receive(1);
  await db.transaction().execute(async (trx) => {
    const { last_seq, last_at } = former as { last_seq: number; last_at: Date };
    await trx.selectFrom('sequencer').select('last_seq').forUpdate().execute();
    await trx.deleteFrom('stream_events').where('seq', '>', last_seq).execute();
    await trx.updateTable('sequencer').set({ last_seq, last_at }).execute();
  });
  await stream.ended;
  await note(db);
  const again = await openStream(anyNode(), { ...ada, lastEventId: stream.lastEventId() });
  expect((await again.receive(1))[0]?.event).toBe('reload');
  const next = await note(db);
  expect((await again.receive(2))[1]?.id).toBe(next);
});
