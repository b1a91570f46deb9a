import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { noteChangedViews } from '../events/outbox.ts';
import type { ViewFilters } from './schema.ts';

/** Views belong to one user in one team. */
export interface ViewOwner {
  teamId: number;
  userId: number;
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

/** Lists the views of a user in a team: pinned ones first, then by name. */
export function listViews(db: Db, { teamId, userId }: ViewOwner) {
  return db
    .selectFrom('saved_views')
    .select(viewColumns)
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .orderBy('is_pinned', 'desc')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/**
 * Locks the membership, so that views created at the same time are counted one after the other. Undefined when the user
 * has left the team meanwhile.
 */
export async function countViewsLocked(trx: Trx, { teamId, userId }: ViewOwner): Promise<number | undefined> {
  const membership = lockFrom(trx, 'memberships')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate();
  if (!(await membership.executeTakeFirst())) return undefined;
  const { count } = await trx
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertView(
  db: Db,
  { teamId, userId }: ViewOwner,
  values: { name: string; filters: ViewFilters; is_pinned: boolean },
) {
  await noteChangedViews(db, teamId, userId);
  return db
    .insertInto('saved_views')
    .values({ team_id: teamId, user_id: userId, ...values })
    .returning(viewColumns)
    .executeTakeFirstOrThrow();
}

/**
 * Changes the fields that are given. `updated_at` changes only if a field gets another value. Answers undefined when there
 * is no such view.
 */
export async function updateView(
  db: Db,
  { teamId, userId }: ViewOwner,
  id: number,
  { name, filters, is_pinned }: { name?: string; filters?: ViewFilters; is_pinned?: boolean },
) {
  const values = {
    name: sql<string>`coalesce(${name ?? null}, name)`,
    filters: sql<
      Record<string, unknown>
    >`coalesce(${filters ? JSON.stringify(filters) : null}::jsonb, filters)`,
    is_pinned: sql<boolean>`coalesce(${is_pinned ?? null}::boolean, is_pinned)`,
  };
  const isChange = sql`
    (${values.name}, ${values.filters}, ${values.is_pinned}) is distinct from (name, filters, is_pinned)`;
  const view = await db
    .updateTable('saved_views')
    .set({ ...values, updated_at: sql<Date>`case when ${isChange} then now() else updated_at end` })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(viewColumns)
    .executeTakeFirst();
  if (view) await noteChangedViews(db, teamId, userId);
  return view;
}

export async function deleteView(db: Db, { teamId, userId }: ViewOwner, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('saved_views')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await noteChangedViews(db, teamId, userId);
  return true;
}
