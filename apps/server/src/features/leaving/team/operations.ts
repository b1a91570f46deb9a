import type { Actor } from '../../../auth/actor.ts';
import { requireTeam } from '../../../auth/ownership.ts';
import { addJobs } from '../../../background/queue.ts';
import type { Context } from '../../../context.ts';
import type { Db, Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { forbidden, notFound } from '../../../errors.ts';
import { deleteInvitationsOfTeam } from '../../invitations/operations.ts';
import { removeProject, silenceProjects } from '../../projects/operations.ts';
import { lockMembers } from '../../teams/queries.ts';
import { lockWebhooks } from '../../webhooks/webhooks.ts';
import * as queries from './queries.ts';

export const wrongSlug = () => forbidden("This is not the team's slug");

/** Ends a team for all its members. It is closed at once; whatever is in it is deleted by a job, for there may be much. */
export async function deleteTeam(context: Context, actor: Actor, id: number, slug: string): Promise<void> {
  requireTeam(actor, id);
  await inTransaction(context.pools.main, async (trx) => {
    const [team] = await queries.lockOpenTeams(trx, [id]);
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
  await queries.deleteMemberships(trx, teamIds);
  await queries.lockProjects(trx, teamIds);
  await queries.markClosed(trx, teamIds);
  await silenceProjects(trx, teamIds);
  await queries.switchOff(trx, await lockWebhooks(trx, 'team_id', teamIds));
}

export async function endInvitations(trx: Trx, teamIds: number[]): Promise<void> {
  for (const id of teamIds) await deleteInvitationsOfTeam(trx, id);
}

export async function askToEmpty(db: Db, teamIds: number[]): Promise<void> {
  const jobs = teamIds.map((id) => ({ payload: { team_id: id }, uniqueKey: `empty team ${id}` }));
  if (jobs.length > 0) await addJobs(db, 'empty-team', jobs);
}

/** Deletes a team that a clean start has left without members, unless it has members again. */
export async function deleteAbandonedTeam(context: Context, id: number): Promise<void> {
  await inTransaction(context.pools.main, async (trx) => {
    const [team] = await queries.lockOpenTeams(trx, [id]);
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
  await queries.freeSlug(main, teamId);
  for (const projectId of await queries.listProjectsToDelete(main, teamId))
    if (isOver() || !(await removeProject(context, projectId, isOver))) return askToEmpty(main, [teamId]);
  const isGone = await inTransaction(main, (trx) => queries.deleteEmptyTeam(trx, teamId));
  if (!isGone) await askToEmpty(main, [teamId]);
}
