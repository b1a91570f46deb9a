import type { ActivityKind, CataloguePart, Via } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/sql.ts';
import { listItems } from '../bugs/read.ts';
import { formatPosition, type Position } from './position.ts';
import type { CatalogueEvent, LiveEvent } from './schema.ts';

/** A changed catalogue, an activity, or an activity that was deleted with its bug. */
interface StreamRow extends Position {
  team_id: number;
  what: CataloguePart | null;
  user_id: number | null;
  activity: ActivityRow | null;
}

interface ActivityRow {
  id: number;
  project_id: number;
  bug_id: number;
  kind: ActivityKind;
  actor_id: number | null;
  via: Via;
  changes: Record<string, unknown> | null;
  created_at: string;
}

interface Range {
  teamIds: number[];
  /** Sequence numbers in (`after`, `upTo`]. */
  after: number;
  upTo: number;
}

export async function selectStreamRows(
  db: Db,
  { teamIds, after, upTo }: Range,
  limit: number,
): Promise<StreamRow[]> {
  const { rows } = await sql<StreamRow>`
    select seq, event.created_at as at, event.team_id, what, user_id, to_json(activity) as activity
    from (
      select event.* from unnest(${teamIds}::bigint[]) as team (id) cross join lateral (
        select * from stream_events
        where team_id = team.id and seq > ${after} and seq <= ${upTo} order by seq limit ${limit}
      ) as event
      order by seq limit ${limit}
    ) as event
    left join lateral (
      select id, project_id, bug_id, kind, actor_id, via, changes, created_at from activity where id = activity_id
    ) as activity on true
    order by seq`.execute(db);
  return rows;
}

export interface EventText {
  seq: number;
  teamId: number;
  /** The only recipient; null for the whole team. */
  userId: number | null;
  isCatalogue: boolean;
  text: string;
}

/** Bugs are sent in their current state. Changes of the same catalogue are merged into one event. */
export async function toTexts(context: Context, rows: StreamRow[]): Promise<EventText[]> {
  const activities = rows.flatMap(({ activity }) => activity ?? []);
  const bugIds = new Set(activities.filter(({ kind }) => kind !== 'deleted').map(({ bug_id }) => bug_id));
  const actorIds = new Set(activities.map(({ actor_id }) => actor_id).filter((id) => id !== null));
  const { following: db } = context.pools;
  const bugs = byId(bugIds.size > 0 ? await listItems(context, db, [...bugIds]) : []);
  const people = byId(actorIds.size > 0 ? await selectPeople(db, [...actorIds]) : []);
  const catalogues = new Map<string, EventText>();
  const texts: EventText[] = [];
  for (const row of rows) {
    const { seq, team_id: teamId, user_id: userId, what, activity } = row;
    if (what !== null) {
      // No `id`: a reconnecting client resumes after the last event that had one.
      const data: CatalogueEvent = { team_id: teamId, what };
      const text = `event: catalogue\ndata: ${JSON.stringify(data)}\n\n`;
      catalogues.set(`${teamId} ${what} ${userId}`, { seq, teamId, userId, isCatalogue: true, text });
    } else if (activity) {
      const { id, actor_id, created_at, ...rest } = activity;
      const bug = bugs.get(rest.bug_id) ?? null;
      const data: LiveEvent = {
        activity_id: id,
        team_id: teamId,
        ...rest,
        actor: people.get(actor_id ?? 0) ?? null,
        created_at: new Date(created_at),
        bug,
        revision: bug?.revision ?? null,
      };
      const text = `id: ${formatPosition(row)}\nevent: ${data.kind}\ndata: ${JSON.stringify(data)}\n\n`;
      texts.push({ seq, teamId, userId, isCatalogue: false, text });
    }
  }
  return [...texts, ...catalogues.values()].toSorted((one, other) => one.seq - other.seq);
}

const byId = <T extends { id: number }>(things: T[]) => new Map(things.map((thing) => [thing.id, thing]));

const selectPeople = (db: Db, ids: number[]) =>
  db.selectFrom('users').select(['id', 'name']).where('id', '=', sql<number>`any(${ids})`).execute();

/** Older positions require a reload. The newest event is kept for comparison. */
export const deleteOldStreamEvents = ({ pools }: Context): Promise<number> =>
  deleteInPortions(
    pools.main,
    'stream_events',
    sql`created_at < now() - interval '7 days' and seq < (select last_seq from sequencer)`,
  );
