import type { ActivityKind, TimelineKind } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Trx } from '../../db/connection.ts';
import type { Pagination } from '../../schema.ts';
import { currentRequestId } from '../../tracing/cause.ts';
import { intoOutbox } from '../events/outbox.ts';

export interface NewActivity {
  bug: { id: number; team_id: number; project_id: number };
  kind: ActivityKind;
  changes: Record<string, unknown> | null;
}

/** Who caused an activity. The actor is null for an upload with a project key. */
export interface ActivityAuthor {
  actorId: number | null;
  via: Actor['via'];
  requestId: string | null;
}

export const authorOf = (actor: Actor): ActivityAuthor => ({
  actorId: actor.userId,
  via: actor.via,
  requestId: currentRequestId(),
});

/**
 * Writes the timeline and the outbox. The bugs must be locked. All entries of one call about a bug become one webhook event.
 */
export async function insertActivity(
  trx: Trx,
  { actorId, via, requestId }: ActivityAuthor,
  entries: NewActivity[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ bug, kind, changes }) => ({
    team_id: bug.team_id,
    project_id: bug.project_id,
    bug_id: bug.id,
    kind,
    changes,
  }));
  await sql`
    with noted as (
      insert into activity (team_id, project_id, bug_id, kind, actor_id, via, changes, created_at, request_id)
      select team_id, project_id, bug_id, kind, ${actorId}, ${via}, changes, now(), ${requestId}::uuid
      from json_to_recordset(${JSON.stringify(rows)})
        as entries (team_id bigint, project_id bigint, bug_id bigint, kind text, changes jsonb)
      returning id, team_id, bug_id
    )
    ${sql.raw(intoOutbox)}`.execute(trx);
}

export function listActivity(db: Db, bugId: number, { limit, offset }: Pagination) {
  return db
    .selectFrom('activity')
    .leftJoin('users', 'users.id', 'activity.actor_id')
    .select([
      'activity.id',
      'activity.bug_id',
      sql<TimelineKind>`activity.kind`.as('kind'),
      sql<{ id: number; name: string } | null>`
        case when users.id is not null then json_build_object('id', users.id, 'name', users.name) end`.as(
        'actor',
      ),
      'activity.via',
      'activity.changes',
      'activity.created_at',
    ])
    .where('bug_id', '=', bugId)
    .orderBy('activity.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countActivity(db: Db, bugId: number): Promise<number> {
  const { count } = await db
    .selectFrom('activity')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('bug_id', '=', bugId)
    .executeTakeFirstOrThrow();
  return count;
}
