import type { Actor } from '../../auth/actor.ts';
import { requireTeam } from '../../auth/ownership.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { violatesUnique } from '../../db/constraints.ts';
import { inTransaction, retryTransient } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { countBugsByLabel } from '../counts/queries/counts.ts';
import * as queries from './queries.ts';
import type { Label, LabelPatch, NewLabel } from './schema.ts';

const labelsAllowed = 500;
export const hasTooManyLabels = () =>
  conflict(`A team has at most ${labelsAllowed} labels: delete one first`);

export const nameTaken = () => conflict('name: is already taken');

/** Names a label by its id; with `team_id` it has to be in that team, without it in any of the actor's teams. */
export interface LabelPlace {
  team_id?: number;
  label_id: number;
}

export async function listLabels(context: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const items = await withCounts(context.pools.main, await queries.listLabels(context.pools.main, teamId));
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
    if ((await queries.countLabelsLocked(trx, teamId)) >= labelsAllowed) throw hasTooManyLabels();
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
  const label = await retryTransient(() =>
    queries.updateLabel(context.pools.main, teamsOf(actor, place), place.label_id, values),
  ).catch((error) => {
    throw violatesUnique(error, 'labels_team_name_key') ? nameTaken() : error;
  });
  if (!label) throw notFound();
  const [counted] = await withCounts(context.pools.main, [label]);
  return counted as Label;
}

/** Deletes a label and takes it off every bug. No activity is written for these bugs, because none of them was edited. */
export async function deleteLabel(context: Context, actor: Actor, place: LabelPlace): Promise<void> {
  const teamIds = teamsOf(actor, place);
  await inTransaction(context.pools.main, async (trx) => {
    if (!(await queries.lockLabels(trx, teamIds, [place.label_id]))) throw notFound();
    await queries.lockBugsWithLabel(trx, teamIds, place.label_id);
    await queries.raiseRevisionsWithLabel(trx, teamIds, place.label_id);
    await queries.deleteLabel(trx, place.label_id);
  });
}

function teamsOf({ teamIds }: Actor, { team_id }: LabelPlace): number[] {
  return team_id === undefined ? teamIds : teamIds.filter((id) => id === team_id);
}

export async function withCounts(db: Db, labels: Omit<Label, 'bug_count'>[]): Promise<Label[]> {
  const counts = await countBugsByLabel(db, labels);
  return labels.map((label) => ({ ...label, bug_count: counts.get(label.id) ?? 0 }));
}
