import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/connection.ts';
import type { ActivityAuthor } from '../../activity/queries.ts';
import { intoOutbox } from '../../events/outbox.ts';
import { type Batch, keepingBatch } from '../bulk/queries.ts';
import type { SomeBugs } from '../queries/lock.ts';

/** A label by its id, or by its name in the team of the bug, whatever its case. */
export type LabelChoice = { id: number } | { name: string };

/**
 * Locks a label, so that it is not deleted before the transaction ends, and says whether one of these teams has it. Whoever
 * puts a label on bugs calls this before they are locked, because whoever deletes or merges it does so, too.
 */
export async function lockLabel(trx: Trx, teamIds: number[], label: LabelChoice): Promise<boolean> {
  const { rows } = await sql`
    select from labels where team_id = any(${teamIds}) and ${isChosen(label)} order by id for key share`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Puts the label, which has to be locked, on the bugs of its team that lack it. Returns how many of the bugs are in its team, changed or not. They
 * have to be locked: then this statement, which comes after the wait for their locks, sees the labels that they have now.
 */
export function attachLabel(
  trx: Trx,
  by: ActivityAuthor,
  bugs: SomeBugs,
  label: LabelChoice,
  batch?: Batch,
): Promise<number> {
  const attach = sql`
    insert into bug_labels (team_id, bug_id, label_id) select team_id, id, label_id from known
    on conflict do nothing returning bug_id`;
  return changeLabel(trx, by, bugs, label, { kind: 'label_added', change: attach, batch });
}

/** Takes the label off the bugs that carry it, which have to be locked. Returns how many are in its team, changed or not. */
export function detachLabel(
  trx: Trx,
  by: ActivityAuthor,
  bugs: SomeBugs,
  label: LabelChoice,
  batch?: Batch,
): Promise<number> {
  const detach = sql`
    delete from bug_labels using known
    where bug_labels.bug_id = known.id and bug_labels.label_id = known.label_id returning bug_id`;
  return changeLabel(trx, by, bugs, label, { kind: 'label_removed', change: detach, batch });
}

interface LabelChange {
  kind: 'label_added' | 'label_removed';
  /** Returns the ids of the bugs that it has changed. */
  change: RawBuilder<unknown>;
  batch: Batch | undefined;
}

/** The column of a batch that says which label has to go again, or has to come back. */
const columnOf = { label_added: sql`added_label`, label_removed: sql`removed_label` };

/**
 * Makes the change, and writes an activity for each bug that it has changed. Every join has one side that is small or has an
 * index: however wrong the planner's estimates are, ten thousand bugs are not compared with each other.
 */
async function changeLabel(
  trx: Trx,
  by: ActivityAuthor,
  { ids, teamIds }: SomeBugs,
  label: LabelChoice,
  { kind, change, batch }: LabelChange,
): Promise<number> {
  const changed = sql`touched join chosen using (team_id)`;
  const { rows } = await sql<{ count: number }>`
    with chosen as materialized (
      select id as label_id, team_id, name as label_name from labels
      where team_id = any(${teamIds}) and ${isChosen(label)}
    ),
    known as materialized (
      select bugs.id, team_id, label_id from bugs join chosen using (team_id) where bugs.id = any(${ids})
    ),
    changed as (${change}),
    touched as (
      update bugs set updated_at = now(), revision = revision + 1 from changed where bugs.id = changed.bug_id
      returning bugs.id, team_id, project_id, revision as new_revision
    ),
    ${keepingBatch(batch, { columns: columnOf[kind], values: sql`min(label_id)`, changed })}
    noted as (
      insert into activity (team_id, project_id, bug_id, kind, actor_id, via, changes, created_at, request_id)
      select team_id, project_id, id, ${kind}, ${by.actorId}, ${by.via},
        jsonb_build_object('label', jsonb_build_object('id', label_id, 'name', label_name)), now(), ${by.requestId}::uuid
      from ${changed} order by id
      returning id, team_id, bug_id
    ),
    outboxed as (${sql.raw(intoOutbox)})
    select count(*) from known`.execute(trx);
  return rows[0]?.count ?? 0;
}

function isChosen(label: LabelChoice): RawBuilder<unknown> {
  return 'id' in label ? sql`labels.id = ${label.id}` : sql`lower(labels.name) = lower(${label.name})`;
}
