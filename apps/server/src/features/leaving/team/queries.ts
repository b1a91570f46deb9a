import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { lockFrom } from '../../../db/locks.ts';

export interface OpenTeam {
  id: number;
  slug: string;
}

/** Locks those of these teams that are open, in order of their ids, so that nobody joins them until the transaction ends. */
export function lockOpenTeams(trx: Trx, ids: number[]): Promise<OpenTeam[]> {
  return lockFrom(trx, 'teams')
    .select(['id', 'slug'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks all projects of these teams, in order of their ids: what is noted about them comes after. */
export async function lockProjects(trx: Trx, teamIds: number[]): Promise<void> {
  await lockFrom(trx, 'projects')
    .select('id')
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** From here on the teams' keys are void, which every node learns within a second. */
export async function markClosed(trx: Trx, teamIds: number[]): Promise<void> {
  await trx
    .updateTable('teams')
    .set({ closed_at: sql<Date>`now()` })
    .where('id', '=', sql<number>`any(${teamIds})`)
    .execute();
  await trx
    .updateTable('projects')
    .set({ notify_reporters: false })
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .execute();
}

export async function deleteMemberships(trx: Trx, teamIds: number[]): Promise<void> {
  await trx.deleteFrom('memberships').where('team_id', '=', sql<number>`any(${teamIds})`).execute();
}

/** Of webhooks that are locked. */
export async function switchOff(trx: Trx, webhookIds: number[]): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ is_active: false })
    .where('id', '=', sql<number>`any(${webhookIds})`)
    .execute();
}

/** Lets others have the slug of a closed team. No slug that is asked for begins with this sign. */
export async function freeSlug(db: Db, teamId: number): Promise<void> {
  await sql`update teams set slug = '#' || id where id = ${teamId} and closed_at is not null`.execute(db);
}

/** The ids of all projects of a team that has been closed. */
export async function listProjectsToDelete(db: Db, teamId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select('projects.id')
    .where('teams.id', '=', teamId)
    .where('closed_at', 'is not', null)
    .orderBy('projects.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes a closed team, unless somebody who was faster than its end has made another project in it. */
export async function deleteEmptyTeam(trx: Trx, teamId: number): Promise<boolean> {
  await lockFrom(trx, 'teams').select('id').where('id', '=', teamId).forUpdate().execute();
  if ((await listProjectsToDelete(trx, teamId)).length > 0) return false;
  await trx.deleteFrom('teams').where('id', '=', teamId).where('closed_at', 'is not', null).execute();
  return true;
}
