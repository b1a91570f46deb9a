import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/connection.ts';
import type { ActivityAuthor } from '../../activity/queries.ts';
import { lockBugs } from '../queries/lock.ts';

/** A label by its id, or by its name in the team of the bug, whatever its case. */
export type LabelChoice = { id: number } | { name: string };

interface Bugs {
  ids: number[];
  teamIds: number[];
}

/** Puts the label on the bugs of its team that lack it. Returns how many of the bugs are in its team, changed or not. */
export function attachLabel(trx: Trx, by: ActivityAuthor, bugs: Bugs, label: LabelChoice): Promise<number> {
  const attach = sql`
    insert into bug_labels (team_id, bug_id, label_id) select team_id, id, label_id from known
    on conflict do nothing returning bug_id`;
  return changeLabel(trx, by, bugs, label, 'label_added', attach);
}

/** Takes the label off the bugs that carry it. Returns how many of the bugs are in its team, changed or not. */
export function detachLabel(trx: Trx, by: ActivityAuthor, bugs: Bugs, label: LabelChoice): Promise<number> {
  const detach = sql`
    delete from bug_labels using known
    where bug_labels.bug_id = known.id and bug_labels.label_id = known.label_id returning bug_id`;
  return changeLabel(trx, by, bugs, label, 'label_removed', detach);
}

/**
 * Runs `change`, which returns the ids of the bugs that it has changed, and writes an activity for each. The bugs are
 * locked by a statement before it, so that its snapshot has the labels that they carry after the wait for their locks.
 */
async function changeLabel(
  trx: Trx,
  by: ActivityAuthor,
  { ids, teamIds }: Bugs,
  label: LabelChoice,
  kind: 'label_added' | 'label_removed',
  change: RawBuilder<unknown>,
): Promise<number> {
  await lockBugs(trx, { ids, teamIds });
  const { rows } = await sql<{ count: number }>`
    with known as materialized (
      select bugs.id, bugs.team_id, project_id, labels.id as label_id, labels.name as label_name
      from bugs join labels on labels.team_id = bugs.team_id
      where bugs.id = any(${ids}) and bugs.team_id = any(${teamIds}) and ${isChosen(label)}
    ),
    changed as (${change}),
    touched as (update bugs set updated_at = now() from changed where bugs.id = changed.bug_id),
    noted as (
      insert into activity (team_id, project_id, bug_id, kind, actor_id, via, changes, created_at)
      select team_id, project_id, id, ${kind}, ${by.actorId}, ${by.via},
        jsonb_build_object('label', jsonb_build_object('id', label_id, 'name', label_name)), now()
      from known join changed on changed.bug_id = known.id
      order by id
    )
    select count(*) from known`.execute(trx);
  return rows[0]?.count ?? 0;
}

function isChosen(label: LabelChoice): RawBuilder<unknown> {
  return 'id' in label ? sql`labels.id = ${label.id}` : sql`lower(labels.name) = lower(${label.name})`;
}
