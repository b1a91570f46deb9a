import type { Transform, Via } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Db, Trx } from '../../../db/connection.ts';
import { lockFrom } from '../../../db/locks.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { getBugs } from '../../bugs/read.ts';
import { exampleBug } from '../../bugs/schema.ts';
import { selectComments } from '../../comments/operations.ts';
import { testEvent, transformBody } from './chat.ts';

export interface BodyKey {
  event_id: string;
  transform: Transform;
}

interface Body extends BodyKey {
  body: string;
}

export const nameOf = ({ event_id, transform }: BodyKey) => `${event_id} ${transform}`;

/**
 * Bodies by `nameOf`. Missing ones are rendered from the bug's current state, once per event and transform. Deleted bugs and
 * comments are left out.
 */
export async function bodiesOf(context: Context, keys: BodyKey[]): Promise<Map<string, string>> {
  const wanted = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const bodies = byName(await selectBodies(context.pools.main, wanted));
  const missing = wanted.filter((key) => !bodies.has(nameOf(key)));
  if (missing.length === 0) return bodies;
  const made = await inTransaction(context.pools.main, (trx) => makeBodies(context, trx, missing));
  return new Map([...bodies, ...byName(made)]);
}

const byName = (bodies: Body[]) => new Map(bodies.map((body) => [nameOf(body), body.body]));

async function makeBodies(context: Context, trx: Trx, keys: BodyKey[]): Promise<Body[]> {
  const facts = await readFacts(context, trx, [...new Set(keys.map(({ event_id }) => event_id))]);
  const raw = new Map(facts.map((event) => [event.id, writeBody(event)]));
  const made = keys.flatMap(({ event_id, transform }) => {
    const text = raw.get(event_id);
    if (text === undefined) return [];
    return [{ event_id, transform, body: transformBody(transform, text, context.config.baseUrl) }];
  });
  await insertBodies(trx, made);
  return made.length > 0 ? selectBodies(trx, made) : [];
}

async function selectBodies(db: Db, keys: BodyKey[]): Promise<Body[]> {
  const { rows } = await sql<Body>`
    select event_id, transform, body from webhook_bodies
    join json_to_recordset(${JSON.stringify(keys)}) as wanted (event_id text, transform text)
      using (event_id, transform)`.execute(db);
  return rows;
}

export async function insertBodies(trx: Trx, bodies: Body[]): Promise<void> {
  await sql`
    insert into webhook_bodies (team_id, event_id, transform, body)
    select team_id, event_id, transform, body
    from json_to_recordset(${JSON.stringify(bodies)}) as made (event_id text, transform text, body text)
    join webhook_events on webhook_events.id = event_id
    order by event_id, transform
    on conflict do nothing`.execute(trx);
}

interface EventFacts {
  id: string;
  type: string;
  created_at: Date;
  project: { id: number; name: string };
  /** JSON text: parsing would change `extra`, for example digits of large numbers. */
  bug: string;
  changes?: Record<string, unknown> | undefined;
  comment?: object | undefined;
  actor?: { id: number; name: string } | undefined;
  via: Via;
}

async function readFacts(context: Context, trx: Trx, eventIds: string[]): Promise<EventFacts[]> {
  const events = await lockEvents(trx, eventIds);
  const commentIds = events.flatMap(({ comment_id }) => comment_id ?? []);
  const bugs = await getBugs(context, trx, [...new Set(events.map(({ bug_id }) => bug_id))]);
  const comments = new Map((await selectComments(context, trx, commentIds)).map((row) => [row.id, row]));
  return events.flatMap(({ id, type, created_at, via, ...event }) => {
    const bug = bugs.get(event.bug_id);
    const comment = comments.get(event.comment_id ?? 0);
    if (bug === undefined || (type === 'bug.commented' && !comment)) return [];
    const changes = type === 'bug.updated' ? event.changes : undefined;
    const project = { id: event.project_id, name: event.project_name };
    const { actor_id, actor_name } = event;
    const actor = actor_id !== null && actor_name !== null ? { id: actor_id, name: actor_name } : undefined;
    return [{ id, type, created_at, project, bug, changes, comment, actor, via }];
  });
}

/** The lock protects the events and their bugs from deletion. */
function lockEvents(trx: Trx, ids: string[]) {
  return lockFrom(trx, 'webhook_events')
    .innerJoin('projects', 'projects.id', 'webhook_events.project_id')
    .leftJoin('users', 'users.id', 'webhook_events.actor_id')
    .select([
      'webhook_events.id',
      'type',
      'project_id',
      'projects.name as project_name',
      'bug_id',
      'actor_id',
      'users.name as actor_name',
      'via',
      'changes',
      'comment_id',
      'webhook_events.created_at',
    ])
    .where('webhook_events.id', '=', sql<string>`any(${ids})`)
    .where('bug_id', 'is not', null)
    .orderBy('webhook_events.id')
    .forKeyShare('webhook_events')
    .$narrowType<{ bug_id: number }>()
    .execute();
}

function writeBody({ bug, changes, comment, actor, via, ...head }: EventFacts): string {
  const beginning = JSON.stringify(head);
  const end = JSON.stringify({ changes, comment, actor, via });
  return `${beginning.slice(0, -1)},"bug":${bug},${end.slice(1)}`;
}

/** The sample bug has the id 0, which no real bug has. */
export function writeTestBody(facts: Omit<EventFacts, 'type' | 'created_at' | 'bug'>): string {
  const bug = JSON.stringify({ ...exampleBug, id: 0, project_id: facts.project.id });
  const { id, ...rest } = facts;
  return writeBody({ id, type: testEvent, created_at: new Date(), bug, ...rest });
}
