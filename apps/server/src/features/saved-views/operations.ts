import type { Actor } from '../../auth/actor.ts';
import { requireTeam } from '../../auth/ownership.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { findTeams } from '../bugs/filters.ts';
import * as queries from './queries.ts';
import { type NewSavedView, namesInViews, type SavedViewPatch, type ViewFilters } from './schema.ts';

const viewsAllowed = 20;
export const hasTooManyViews = () =>
  conflict(`A user has at most ${viewsAllowed} views in a team: delete one first`);

/** Names one of the actor's own views, as in the path of a request; nobody can see the views of others. */
export interface ViewPlace {
  team_id: number;
  view_id: number;
}

export async function listViews(context: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const items = await queries.listViews(context.pools.main, { teamId, userId: actor.userId });
  return { items, total: items.length };
}

export async function createView(context: Context, actor: Actor, teamId: number, input: NewSavedView) {
  requireTeam(actor, teamId);
  const { name, filters, is_pinned = false } = input;
  await requireKnown(context, actor, teamId, filters);
  const owner = { teamId, userId: actor.userId };
  return inTransaction(context.pools.main, async (trx) => {
    const count = await queries.countViewsLocked(trx, owner);
    if (count === undefined) throw notFound();
    if (count >= viewsAllowed) throw hasTooManyViews();
    return queries.insertView(trx, owner, { name, filters, is_pinned });
  });
}

export async function updateView(
  context: Context,
  actor: Actor,
  { team_id, view_id }: ViewPlace,
  patch: SavedViewPatch,
) {
  requireTeam(actor, team_id);
  if (patch.filters) await requireKnown(context, actor, team_id, patch.filters);
  const owner = { teamId: team_id, userId: actor.userId };
  const view = await queries.updateView(context.pools.main, owner, view_id, patch);
  if (!view) throw notFound();
  return view;
}

export async function deleteView(
  context: Context,
  actor: Actor,
  { team_id, view_id }: ViewPlace,
): Promise<void> {
  requireTeam(actor, team_id);
  const owner = { teamId: team_id, userId: actor.userId };
  if (!(await queries.deleteView(context.pools.main, owner, view_id))) throw notFound();
}

/** What the filters of a view name has to be in the view's team. */
async function requireKnown(
  context: Context,
  actor: Actor,
  teamId: number,
  filters: ViewFilters,
): Promise<void> {
  const given = namesInViews.map(({ name, inView }) => [name, filters[inView as keyof ViewFilters]]);
  await findTeams(context, { ...actor, teamIds: [teamId] }, Object.fromEntries(given));
}
