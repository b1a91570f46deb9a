import { sql } from 'kysely';
import { type Actor, requireTeam } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { lockFrom } from '../../db/locks.ts';
import { countRows } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { findTeams } from '../bugs/filters.ts';
import { noteChangedViews } from '../events/outbox.ts';
import { type NewSavedView, type SavedViewPatch, type ViewFilters, viewFilterNames } from './schema.ts';

const viewsAllowed = 20;
export const hasTooManyViews = () =>
  conflict(`A user has at most ${viewsAllowed} saved views per team. Delete one first.`);

interface ViewKey {
  team_id: number;
  view_id: number;
}

const viewColumns = [
  'id',
  'team_id',
  'name',
  sql<ViewFilters>`filters`.as('filters'),
  'is_pinned',
  'created_at',
  'updated_at',
] as const;

/** Views are private to their owner. */
const isOwn = ({ userId }: Actor, teamId: number) =>
  sql<boolean>`team_id = ${teamId} and user_id = ${userId}`;

export async function listViews({ pools }: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const items = await pools.main
    .selectFrom('saved_views')
    .select(viewColumns)
    .where(isOwn(actor, teamId))
    .orderBy('is_pinned', 'desc')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return { items, total: items.length };
}

export async function createView(context: Context, actor: Actor, teamId: number, input: NewSavedView) {
  requireTeam(actor, teamId);
  const { name, filters, is_pinned = false } = input;
  await requireKnown(context, actor, teamId, filters);
  return inTransaction(context.pools.main, async (trx) => {
    // Locked, so that concurrent creations are counted correctly.
    await lockFrom(trx, 'memberships')
      .select('user_id')
      .where(isOwn(actor, teamId))
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound);
    const count = await countRows(trx.selectFrom('saved_views').where(isOwn(actor, teamId)));
    if (count >= viewsAllowed) throw hasTooManyViews();
    await noteChangedViews(trx, teamId, actor.userId);
    return trx
      .insertInto('saved_views')
      .values({ team_id: teamId, user_id: actor.userId, name, filters, is_pinned })
      .returning(viewColumns)
      .executeTakeFirstOrThrow();
  });
}

/** `updated_at` changes only if a value changes. */
export async function updateView(
  context: Context,
  actor: Actor,
  { team_id, view_id }: ViewKey,
  { name, filters, is_pinned }: SavedViewPatch,
) {
  requireTeam(actor, team_id);
  if (filters) await requireKnown(context, actor, team_id, filters);
  const { main } = context.pools;
  const values = {
    name: sql<string>`coalesce(${name ?? null}, name)`,
    filters: sql<
      Record<string, unknown>
    >`coalesce(${filters ? JSON.stringify(filters) : null}::jsonb, filters)`,
    is_pinned: sql<boolean>`coalesce(${is_pinned ?? null}::boolean, is_pinned)`,
  };
  const isChange = sql`
    (${values.name}, ${values.filters}, ${values.is_pinned}) is distinct from (name, filters, is_pinned)`;
  const view = await main
    .updateTable('saved_views')
    .set({ ...values, updated_at: sql<Date>`case when ${isChange} then now() else updated_at end` })
    .where('id', '=', view_id)
    .where(isOwn(actor, team_id))
    .returning(viewColumns)
    .executeTakeFirstOrThrow(notFound);
  await noteChangedViews(main, team_id, actor.userId);
  return view;
}

export async function deleteView(
  { pools: { main } }: Context,
  actor: Actor,
  { team_id, view_id }: ViewKey,
): Promise<void> {
  requireTeam(actor, team_id);
  await main
    .deleteFrom('saved_views')
    .where('id', '=', view_id)
    .where(isOwn(actor, team_id))
    .returning('id')
    .executeTakeFirstOrThrow(notFound);
  await noteChangedViews(main, team_id, actor.userId);
}

/** Entities referenced by the filters must be in the view's team. */
async function requireKnown(
  context: Context,
  actor: Actor,
  teamId: number,
  filters: ViewFilters,
): Promise<void> {
  const given = viewFilterNames.map(({ name, viewName }) => [name, filters[viewName as keyof ViewFilters]]);
  await findTeams(context, { ...actor, teamIds: [teamId] }, Object.fromEntries(given));
}
