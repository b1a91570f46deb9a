import { sql } from 'kysely';
import { type Actor, requireTeam } from '../../auth/actor.ts';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { forbidden, notFound } from '../../errors.ts';
import { removeProject, silenceProjects } from '../projects/operations.ts';
import { lockMembers } from '../teams/queries.ts';
import { lockWebhooks } from '../webhooks/webhooks.ts';

export const wrongSlug = () => forbidden("This is not the team's slug");

/** Ends a team for all its members. It is closed at once; whatever is in it is deleted by a job, for there may be much. */
export async function deleteTeam(context: Context, actor: Actor, id: number, slug: string): Promise<void> {
  requireTeam(actor, id);
  await inTransaction(context.pools.main, async (trx) => {
    const [team] = await lockOpenTeams(trx, [id]);
    if (!team) throw notFound();
    if (team.slug !== slug) throw wrongSlug();
    await lockMembers(trx, id);
    await closeTeams(trx, [id]);
    await endInvitations(trx, [id]);
    await askToEmpty(trx, [id]);
  });
}

/**
 * Closes teams that are locked with their members: nobody is in them any more, their keys are void, and nothing of them is
 * sent to anybody. It takes locks up to those of webhooks (docs/locking.md); invitations and the job come later.
 */
export async function closeTeams(trx: Trx, teamIds: number[]): Promise<void> {
  if (teamIds.length === 0) return;
  await deleteMemberships(trx, teamIds);
  await lockProjects(trx, teamIds);
  await markClosed(trx, teamIds);
  await silenceProjects(trx, teamIds);
  await switchOff(trx, await lockWebhooks(trx, 'team_id', teamIds));
}

export async function endInvitations(trx: Trx, teamIds: number[]): Promise<void> {
  await trx.deleteFrom('invitations').where('team_id', '=', sql<number>`any(${teamIds})`).execute();
}

export async function askToEmpty(db: Db, teamIds: number[]): Promise<void> {
  const jobs = teamIds.map((id) => ({ payload: { team_id: id }, uniqueKey: `empty team ${id}` }));
  if (jobs.length > 0) await addJobs(db, 'empty-team', jobs);
}

/** Deletes a team that a clean start has left without members, unless it has members again. */
export async function deleteAbandonedTeam(context: Context, id: number): Promise<void> {
  await inTransaction(context.pools.main, async (trx) => {
    const [team] = await lockOpenTeams(trx, [id]);
    if (!team || (await lockMembers(trx, id)).length > 0) return;
    await closeTeams(trx, [id]);
    await endInvitations(trx, [id]);
    await askToEmpty(trx, [id]);
  });
}

/** How long a job goes on before it asks for another: shorter than its lease. */
const turnMs = 20_000;

/**
 * Deletes a closed team with all that is in it, project by project and in portions. What is not done in one turn is done in
 * the next one; each portion is complete by itself, so it does not matter where a turn ends or a process dies.
 */
export async function emptyTeam(context: Context, teamId: number, stopping: AbortSignal): Promise<void> {
  const { main } = context.pools;
  const endsAt = performance.now() + turnMs;
  const isOver = () => stopping.aborted || performance.now() > endsAt;
  await freeSlug(main, teamId);
  for (const projectId of await listProjectsToDelete(main, teamId))
    if (isOver() || !(await removeProject(context, projectId, isOver))) return askToEmpty(main, [teamId]);
  const isGone = await inTransaction(main, (trx) => deleteEmptyTeam(trx, teamId));
  if (!isGone) await askToEmpty(main, [teamId]);
}

interface OpenTeam {
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
async function lockProjects(trx: Trx, teamIds: number[]): Promise<void> {
  await lockFrom(trx, 'projects')
    .select('id')
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** From here on the teams' keys are void, which every node learns within a second. */
async function markClosed(trx: Trx, teamIds: number[]): Promise<void> {
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
async function switchOff(trx: Trx, webhookIds: number[]): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ is_active: false })
    .where('id', '=', sql<number>`any(${webhookIds})`)
    .execute();
}

/** Lets others have the slug of a closed team. No slug that is asked for begins with this sign. */
async function freeSlug(db: Db, teamId: number): Promise<void> {
  await sql`update teams set slug = '#' || id where id = ${teamId} and closed_at is not null`.execute(db);
}

/** The ids of all projects of a team that has been closed. */
async function listProjectsToDelete(db: Db, teamId: number): Promise<number[]> {
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
async function deleteEmptyTeam(trx: Trx, teamId: number): Promise<boolean> {
  await lockFrom(trx, 'teams').select('id').where('id', '=', teamId).forUpdate().execute();
  if ((await listProjectsToDelete(trx, teamId)).length > 0) return false;
  await trx.deleteFrom('teams').where('id', '=', teamId).where('closed_at', 'is not', null).execute();
  return true;
}
