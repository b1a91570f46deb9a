import type { Actor } from '../../auth/actor.ts';
import { requireTeam } from '../../auth/ownership.ts';
import type { Context } from '../../context.ts';
import { violatesUnique } from '../../db/errors.ts';
import { inTransaction, retryTransient } from '../../db/transaction.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { changeBugs } from '../activity/change-bugs.ts';
import { lockTeams } from '../teams/queries.ts';
import * as queries from './queries.ts';
import type { Label, LabelPatch, NewLabel } from './schema.ts';

const labelsAllowed = 500;
export const hasTooManyLabels = () =>
  conflict(`A team has at most ${labelsAllowed} labels: delete one first`);

export const nameTaken = () => conflict('name: is already taken');

/** Names a label by its id; with `team_id` it has to be in that team, without it in any of the actor's teams. */
interface LabelPlace {
  team_id?: number;
  label_id: number;
}

export async function listLabels(context: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const items = await queries.listLabels(context.pools.main, teamId);
  return { items, total: items.length };
}

export async function createLabel(
  context: Context,
  actor: Actor,
  teamId: number,
  { name, color }: NewLabel,
): Promise<Label> {
  requireTeam(actor, teamId);
  const label = await inTransaction(context.pools.main, async (trx) => {
    await lockTeams(trx, [teamId]);
    if ((await queries.countLabels(trx, teamId)) >= labelsAllowed) throw hasTooManyLabels();
    return queries.insertLabel(trx, { team_id: teamId, name, color });
  });
  if (!label) throw nameTaken();
  return { ...label, bug_count: 0 };
}

export async function updateLabel(
  context: Context,
  actor: Actor,
  place: LabelPlace,
  { name, color }: LabelPatch,
): Promise<Label> {
  const values = { ...(name !== undefined && { name }), ...(color !== undefined && { color }) };
  // Two who swap the names of labels wait for each other until one of them has to begin again.
  const isThere = await retryTransient(() =>
    queries.updateLabel(context.pools.main, teamsOf(actor, place), place.label_id, values),
  ).catch((error) => {
    throw violatesUnique(error, 'labels_team_name_key') ? nameTaken() : error;
  });
  if (!isThere) throw notFound();
  return queries.selectLabel(context.pools.main, place.label_id);
}

/** Deletes a label and takes it off every bug. */
export async function deleteLabel(context: Context, actor: Actor, place: LabelPlace): Promise<void> {
  await removeLabel(context, { teamIds: teamsOf(actor, place), id: place.label_id });
}

/** Makes two labels one: whatever has the first gets the second in its place, and the first is deleted. */
export async function mergeLabel(
  context: Context,
  actor: Actor,
  { teamId, fromId, intoId }: { teamId: number; fromId: number; intoId: number },
): Promise<Label> {
  const { main } = context.pools;
  requireTeam(actor, teamId);
  if (fromId === intoId) throw invalid('into_label_id', 'must be another label');
  if (!(await queries.hasLabels(main, teamId, [fromId, intoId]))) throw notFound();
  // Each by itself: whoever leaves the team deletes theirs in whatever order the database likes.
  for (const id of await queries.listViewsByLabel(main, teamId, fromId))
    await queries.moveView(main, id, fromId, intoId);
  await removeLabel(context, { teamIds: [teamId], id: fromId, intoId });
  return queries.selectLabel(main, intoId);
}

function teamsOf({ teamIds }: Actor, { team_id }: LabelPlace): number[] {
  return team_id === undefined ? teamIds : teamIds.filter((id) => id === team_id);
}

const portion = 500;

/**
 * Takes a label off all bugs, in portions because there may be any number of them, and deletes it. The last transaction keeps
 * it off further bugs. One that ends half way is completed by the next. It is no edit of the bugs: revisions grow, but
 * timelines show nothing.
 */
async function removeLabel(
  { pools }: Context,
  { teamIds, id, intoId }: { teamIds: number[]; id: number; intoId?: number },
): Promise<void> {
  const labelIds = intoId === undefined ? [id] : [id, intoId];
  const change = { remove_label: id, ...(intoId !== undefined && { add_label: intoId }) };
  for (let afterId: number | undefined = 0; afterId !== undefined; )
    afterId = await inTransaction(pools.main, async (trx) => {
      const labels = await queries.lockLabelsById(trx, teamIds, labelIds);
      if (labels.length < labelIds.length) throw notFound();
      const bugs = await queries.lockBugsWithLabel(trx, teamIds, id, { afterId, limit: portion });
      await changeBugs(trx, null, bugs, () => change);
      return bugs.at(-1)?.id;
    });
  await inTransaction(pools.main, async (trx) => {
    if (!(await queries.lockToDelete(trx, teamIds, labelIds))) throw notFound();
    await changeBugs(trx, null, await queries.lockBugsWithLabel(trx, teamIds, id), () => change);
    await queries.deleteLabel(trx, id);
  });
}
