import type { Via } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../../db/connection.ts';
import { teamOf } from '../../../../db/team-of.ts';
import { currentRequestId } from '../../../../tracing/cause.ts';

/** What may wait of one project. More than a bulk change of 500 bugs makes for 50 webhooks. */
export const mostWaiting = 50_000;

const tooManyWaiting = `Not queued: ${mostWaiting.toLocaleString('en')} deliveries of the project were waiting. Send it again later`;

/** All that is needed to tell of it later, but for what can be looked up by then. */
export interface NewEvent {
  id: string;
  type: string;
  team_id: number;
  project_id: number;
  bug_id: number;
  actor_id: number | null;
  via: Via;
  changes: Record<string, unknown>;
  comment_id: number | null;
  created_at: Date;
  request_id: string | null;
}

/**
 * Notes these events with a delivery for every webhook that is switched on and subscribed to them before they happened, in
 * one statement; says how many there are of each project. Neither webhooks nor bugs can be deleted before the transaction
 * ends; bugs that are gone are not told of. What is too much for its project to wait is noted as failed.
 */
export async function insertDeliveries(trx: Trx, events: NewEvent[]) {
  const { rows } = await sql<{ project_id: number; refused: number }>`
    with event as materialized (
      select * from rows from (
        json_to_recordset(${JSON.stringify(events)}) as (id text, type text, team_id bigint, project_id bigint,
          bug_id bigint, actor_id bigint, via text, changes json, comment_id bigint, created_at timestamptz, request_id uuid)
      ) with ordinality
        as event (id, type, team_id, project_id, bug_id, actor_id, via, changes, comment_id, created_at, request_id, place)
    ),
    subscriber as materialized (
      select id, project_id, events, transform, created_at from webhooks
      where project_id in (select project_id from event) and is_active
      order by id for key share
    ),
    bug as materialized (
      select id from bugs
      where id in (select bug_id from event where project_id in (select project_id from subscriber))
      order by id for key share
    ),
    project as materialized (
      select project_id, (${countWaiting}) as waiting from (select distinct project_id from subscriber) as project
    ),
    wanted as materialized (
      select event.id as event_id, event.type, event.team_id, event.project_id, subscriber.id as webhook_id, transform, event.place,
        waiting + row_number() over (partition by event.project_id order by event.place, subscriber.id)
          > ${mostWaiting} as is_refused
      from event
      join bug on bug.id = event.bug_id
      join project on project.project_id = event.project_id
      join subscriber on subscriber.project_id = event.project_id
        and type = any(events) and subscriber.created_at <= event.created_at
    ),
    noted as (
      insert into webhook_events (id, type, team_id, project_id, bug_id, actor_id, via, changes, comment_id, created_at,
        request_id)
      select id, type, team_id, project_id, bug_id, actor_id, via, changes, comment_id, created_at, request_id
      from event where id in (select event_id from wanted)
    ),
    queued as (
      insert into webhook_deliveries (team_id, webhook_id, event_id, event, transform, status, error, next_attempt_at)
      select team_id, webhook_id, event_id, type, transform, case when is_refused then 'failed' else 'pending' end,
        case when is_refused then ${tooManyWaiting} end, case when not is_refused then now() end
      from wanted order by place, webhook_id
    )
    select project_id, count(*) filter (where is_refused) as refused from wanted group by project_id`.execute(
    trx,
  );
  return rows;
}

/** Of one `project`: looks no further than it has to, in the order of the index of what is pending. */
const countWaiting = sql`
  select count(*) from (
    select from webhooks cross join lateral (
      select from webhook_deliveries where webhook_id = webhooks.id and status = 'pending'
      order by next_attempt_at, id limit ${mostWaiting}
    ) as pending
    where webhooks.project_id = project.project_id limit ${mostWaiting}
  ) as counted`;

export async function insertTestEvent(
  trx: Trx,
  values: { id: string; type: string; project_id: number; via: NewEvent['via'] },
): Promise<void> {
  await trx
    .insertInto('webhook_events')
    .values({
      ...values,
      team_id: teamOf('projects', values.project_id),
      changes: '{}',
      request_id: currentRequestId(),
    })
    .execute();
}

export function selectActors(db: Db, ids: number[]) {
  return db.selectFrom('users').select(['id', 'name']).where('id', '=', sql<number>`any(${ids})`).execute();
}
