import type { Transform } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';

/** Names a body: an event, in one of the forms that webhooks can ask for. */
export interface BodyKey {
  event_id: string;
  transform: Transform;
}

export interface Body extends BodyKey {
  body: string;
}

/** Selects those of these bodies that have been made already. */
export async function selectBodies(db: Db, keys: BodyKey[]): Promise<Body[]> {
  const { rows } = await sql<Body>`
    select event_id, transform, body from webhook_bodies
    join ${unnested(keys)} using (event_id, transform)`.execute(db);
  return rows;
}

/** Stores bodies unless others have stored them first, and answers the keys of those that it stored. */
export async function insertBodies(trx: Trx, bodies: Body[]): Promise<BodyKey[]> {
  const texts = bodies.map(({ body }) => body);
  const { rows } = await sql<BodyKey>`
    insert into webhook_bodies (team_id, event_id, transform, body)
    select team_id, event_id, transform, body
    from unnest(${bodies.map(({ event_id }) => event_id)}::text[], ${bodies.map(({ transform }) => transform)}::text[],
      ${texts}::text[]) as made (event_id, transform, body)
    join webhook_events on webhook_events.id = event_id
    order by event_id, transform
    on conflict do nothing returning event_id, transform`.execute(trx);
  return rows;
}

const unnested = (keys: BodyKey[]) =>
  sql`unnest(${keys.map(({ event_id }) => event_id)}::text[], ${keys.map(({ transform }) => transform)}::text[])
    as wanted (event_id, transform)`;

/**
 * Selects and locks those of these events that still exist and are about a bug. Neither they nor their bugs can be deleted
 * before the transaction ends.
 */
export async function lockEvents(trx: Trx, ids: string[]) {
  const rows = await trx
    .selectFrom('webhook_events')
    .innerJoin('projects', 'projects.id', 'webhook_events.project_id')
    .select([
      'webhook_events.id',
      'type',
      'project_id',
      'projects.name as project_name',
      'bug_id',
      'actor_id',
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
  return rows;
}

export type LockedEvent = Awaited<ReturnType<typeof lockEvents>>[number];
