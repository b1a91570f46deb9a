import { sql } from 'kysely';
import { type Actor, requireTeam } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { violatesUnique } from '../../db/errors.ts';
import { countRows } from '../../db/sql.ts';
import { inTransaction, retryTransient } from '../../db/transaction.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { changeBugs } from '../activity/change-bugs.ts';
import { noteCatalogueChange } from '../events/outbox.ts';
import { lockTeams } from '../teams/queries.ts';
import * as queries from './queries.ts';
import type { Label, LabelPatch, NewLabel } from './schema.ts';

const labelsAllowed = 500;
export const hasTooManyLabels = () =>
  conflict(`A team has at most ${labelsAllowed} labels. Delete one first.`);

export const nameTaken = () => conflict('name: is already taken');

/** With `team_id` the label must be in that team, otherwise in any of the actor's teams. */
interface LabelKey {
  team_id?: number;
  label_id: number;
}

const labels = (db: Db) =>
  db
    .selectFrom('labels')
    .select(({ selectFrom, fn }) => [
      'id',
      'team_id',
      'name',
      'color',
      selectFrom('bug_labels')
        .select(fn.countAll<number>().as('count'))
        .whereRef('label_id', '=', 'labels.id')
        .$castTo<{ count: number }>()
        .as('bug_count'),
    ])
    .$narrowType<{ bug_count: number }>();

const selectLabel = (db: Db, id: number) => labels(db).where('id', '=', id).executeTakeFirstOrThrow();

export async function listLabels({ pools }: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const items = await labels(pools.main).where('team_id', '=', teamId).orderBy('id', 'desc').execute();
  return { items, total: items.length };
}

export async function createLabel(
  context: Context,
  actor: Actor,
  teamId: number,
  { name, color }: NewLabel,
): Promise<Label> {
  requireTeam(actor, teamId);
  return inTransaction(context.pools.main, async (trx) => {
    await lockTeams(trx, [teamId]);
    const count = await countRows(trx.selectFrom('labels').where('team_id', '=', teamId));
    if (count >= labelsAllowed) throw hasTooManyLabels();
    const label = await trx
      .insertInto('labels')
      .values({ team_id: teamId, name, color })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'team_id', 'name', 'color'])
      .executeTakeFirstOrThrow(nameTaken);
    await noteCatalogueChange(trx, 'labels', teamId);
    return { ...label, bug_count: 0 };
  });
}

export async function updateLabel(
  { pools: { main } }: Context,
  actor: Actor,
  place: LabelKey,
  { name, color }: LabelPatch,
): Promise<Label> {
  const update = main
    .updateTable('labels')
    .set({ ...(name !== undefined && { name }), ...(color !== undefined && { color }) })
    .where('id', '=', place.label_id)
    .where('team_id', '=', sql<number>`any(${teamsOf(actor, place)})`)
    .returning('team_id');
  // Two users who swap label names can deadlock.
  const label = await retryTransient(() => update.executeTakeFirst()).catch((error) => {
    throw violatesUnique(error, 'labels_team_name_key') ? nameTaken() : error;
  });
  if (!label) throw notFound();
  await noteCatalogueChange(main, 'labels', label.team_id);
  return selectLabel(main, place.label_id);
}

export async function deleteLabel(context: Context, actor: Actor, place: LabelKey): Promise<void> {
  await removeLabel(context, { teamIds: teamsOf(actor, place), id: place.label_id });
}

export async function mergeLabel(
  context: Context,
  actor: Actor,
  { teamId, fromId, intoId }: { teamId: number; fromId: number; intoId: number },
): Promise<Label> {
  const { main } = context.pools;
  requireTeam(actor, teamId);
  if (fromId === intoId) throw invalid('into_label_id', 'must be another label');
  const both = main.selectFrom('labels').where('team_id', '=', teamId).where('id', 'in', [fromId, intoId]);
  if ((await countRows(both)) < 2) throw notFound();
  // One by one: a member who leaves deletes their views in no particular order.
  for (const id of await queries.listViewsByLabel(main, teamId, fromId))
    await queries.moveView(main, id, fromId, intoId);
  await removeLabel(context, { teamIds: [teamId], id: fromId, intoId });
  return selectLabel(main, intoId);
}

function teamsOf({ teamIds }: Actor, { team_id }: LabelKey): number[] {
  return team_id === undefined ? teamIds : teamIds.filter((id) => id === team_id);
}

const portion = 500;

/**
 * In batches; the last transaction locks the label against further use. It is not an edit: revisions increase, but the timeline
 * shows nothing.
 */
async function removeLabel(
  { pools }: Context,
  { teamIds, id, intoId }: { teamIds: number[]; id: number; intoId?: number },
): Promise<void> {
  const labelIds = intoId === undefined ? [id] : [id, intoId];
  const change = { remove_label: id, ...(intoId !== undefined && { add_label: intoId }) };
  for (let afterId: number | undefined = 0; afterId !== undefined; )
    afterId = await inTransaction(pools.main, async (trx) => {
      const locked = await queries.lockLabelsById(trx, teamIds, labelIds);
      if (locked.length < labelIds.length) throw notFound();
      const bugs = await queries.lockBugsWithLabel(trx, teamIds, id, { afterId, limit: portion });
      await changeBugs(trx, null, bugs, () => change);
      return bugs.at(-1)?.id;
    });
  await inTransaction(pools.main, async (trx) => {
    const locked = await queries.labelsToLock(trx, teamIds, labelIds).forUpdate().execute();
    if (locked.length < labelIds.length) throw notFound();
    await changeBugs(trx, null, await queries.lockBugsWithLabel(trx, teamIds, id), () => change);
    const deleted = await trx.deleteFrom('labels').where('id', '=', id).returning('team_id').execute();
    for (const { team_id } of deleted) await noteCatalogueChange(trx, 'labels', team_id);
  });
}
