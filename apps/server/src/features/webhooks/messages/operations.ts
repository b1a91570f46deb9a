import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { getBugs } from '../../bugs/operations.ts';
import { selectComments } from '../../comments/queries.ts';
import { selectActors } from '../delivery/queries/queue.ts';
import { type EventFacts, writeBody } from './body.ts';
import {
  type Body,
  type BodyKey,
  insertBodies,
  type LockedEvent,
  lockEvents,
  selectBodies,
} from './queries.ts';
import { transformBody } from './transform.ts';

/** Bodies are read and made for this many events at a time, because they can be long and are kept in memory. */
const eventsAtOnce = 10;

/**
 * Begins to read the bodies of these keys, one chunk after the other, and answers a function that waits for one of them. It
 * answers undefined when the bug or comment that the event is about is gone.
 */
export function readBodies(context: Context, keys: BodyKey[]): (key: BodyKey) => Promise<string | undefined> {
  const events = Map.groupBy(keys, ({ event_id }) => event_id);
  const chunks = new Map<string, Promise<Map<string, string>>>();
  let last: Promise<unknown> = Promise.resolve();
  for (const ids of inChunks([...events.keys()], eventsAtOnce)) {
    const chunk = last.then(() =>
      bodiesOf(
        context,
        ids.flatMap((id) => events.get(id) ?? []),
      ),
    );
    last = chunk.catch(() => {});
    for (const id of ids) chunks.set(id, chunk);
  }
  return async (key) => (await chunks.get(key.event_id))?.get(nameOf(key));
}

/**
 * The bodies of these keys, by `nameOf`. A body that nobody has needed yet is made now, from the bug as it is now, and is
 * stored: every webhook that wants the same event in the same form gets the same body.
 */
export async function bodiesOf(context: Context, keys: BodyKey[]): Promise<Map<string, string>> {
  const wanted = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const bodies = byName(await selectBodies(context.pools.main, wanted));
  const missing = wanted.filter((key) => !bodies.has(nameOf(key)));
  if (missing.length === 0) return bodies;
  return new Map([...bodies, ...(await makeBodies(context, missing))]);
}

export const nameOf = ({ event_id, transform }: BodyKey) => `${event_id} ${transform}`;

function makeBodies(context: Context, keys: BodyKey[]): Promise<Map<string, string>> {
  return inTransaction(context.pools.main, async (trx) => {
    const events = await lockEvents(trx, [...new Set(keys.map(({ event_id }) => event_id))]);
    const raw = new Map(
      (await gatherFacts(context, trx, events)).map((facts) => [facts.id, writeBody(facts)]),
    );
    const made = keys.flatMap(({ event_id, transform }) => {
      const text = raw.get(event_id);
      if (text === undefined) return [];
      return [{ event_id, transform, body: transformBody(transform, text, context.config.baseUrl) }];
    });
    const kept = new Set((await insertBodies(trx, made)).map(nameOf));
    const late = made.filter((body) => !kept.has(nameOf(body)));
    const others = late.length > 0 ? await selectBodies(trx, late) : [];
    return byName([...made, ...others]);
  });
}

/** Bodies by their name. Of two with the same name, the later one in the list wins. */
const byName = (bodies: Body[]) => new Map(bodies.map((body) => [nameOf(body), body.body]));

/** Reads what these events are about. An event whose bug or comment has been deleted is left out. */
async function gatherFacts(context: Context, trx: Trx, events: LockedEvent[]): Promise<EventFacts[]> {
  const commentIds = events.flatMap(({ comment_id }) => comment_id ?? []);
  const bugs = await getBugs(context, trx, unique(events.map(({ bug_id }) => bug_id)));
  const comments = byId(commentIds.length > 0 ? await selectComments(trx, commentIds) : []);
  const actors = byId(await selectActors(trx, unique(events.flatMap(({ actor_id }) => actor_id ?? []))));
  return events.flatMap(({ id, type, created_at, via, ...event }) => {
    const bug = bugs.get(event.bug_id);
    const comment = comments.get(event.comment_id ?? 0);
    if (bug === undefined || (type === 'bug.commented' && !comment)) return [];
    const changes = type === 'bug.updated' ? event.changes : undefined;
    const project = { id: event.project_id, name: event.project_name };
    const actor = actors.get(event.actor_id ?? 0);
    return [{ id, type, created_at, project, bug, changes, comment, actor, via }];
  });
}

const unique = (ids: number[]) => [...new Set(ids)];

const byId = <T extends { id: number }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]));

function* inChunks<T>(list: T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
