import type { Context } from '../../context.ts';
import { listItems } from '../bugs/items/operations.ts';
import type { Batch } from '../events/outbox/reader.ts';
import { formatCursor } from './cursor.ts';
import { selectPeople } from './queries.ts';
import type { LiveEvent } from './schema.ts';

/** An event as it is sent, to everybody who listens to the team. */
export interface EventText {
  teamId: number;
  text: string;
}

/** Bugs are told as they are now. Each event names the cursor after it, which is the same for all who get it. */
export async function toStreamText(
  context: Context,
  { rows, cursorAt }: Pick<Batch, 'rows' | 'cursorAt'>,
  numbering: number,
): Promise<EventText[]> {
  if (rows.length === 0) return [];
  const bugIds = new Set(rows.filter(({ kind }) => kind !== 'deleted').map(({ bug_id }) => bug_id));
  const actorIds = new Set(rows.map(({ actor_id }) => actor_id).filter((id) => id !== null));
  const bugs = byId(bugIds.size > 0 ? await listItems(context, context.pools.following, [...bugIds]) : []);
  const people = byId(actorIds.size > 0 ? await selectPeople(context.pools.following, [...actorIds]) : []);
  return rows.map((row) => {
    const { id, team_id, project_id, bug_id, kind, via, changes, created_at } = row;
    const cursor = formatCursor({ ...cursorAt(row), numbering, activityId: id });
    const actor = people.get(row.actor_id ?? 0) ?? null;
    const bug = bugs.get(bug_id) ?? null;
    const data: LiveEvent = {
      activity_id: id,
      team_id,
      project_id,
      bug_id,
      kind,
      via,
      actor,
      changes,
      created_at,
      bug,
      revision: bug?.revision ?? null,
    };
    return {
      teamId: team_id,
      text: `id: ${cursor}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`,
    };
  });
}

const byId = <T extends { id: number }>(things: T[]) => new Map(things.map((thing) => [thing.id, thing]));
