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

/** The team is closed at once; whatever is in it is deleted by a job, for there may be much. */
export async function deleteTeam(context: Context, actor: Actor, id: number, slug: string): Promise<void> {
  requireTeam(actor, id);
  await inTransaction(context.pools.main, async (trx) => {
    const [team] = await lockOpenTeams(trx, [id]);
    if (!team) throw notFound();
    if (team.slug !== slug) throw wrongSlug();
    await lockMembers(trx, id);
    await endTeam(trx, id);
  });
}

async function endTeam(trx: Trx, id: number): Promise<void> {
  await closeTeams(trx, [id]);
  await endInvitations(trx, [id]);
  await askToEmpty(trx, [id]);
}

/** Takes locks up to those of webhooks (docs/locking.md); invitations and the job come later. */
export async function closeTeams(trx: Trx, teamIds: number[]): Promise<void> {
  if (teamIds.length === 0) return;
  const these = sql<number>`any(${teamIds})`;
  await trx.deleteFrom('memberships').where('team_id', '=', these).execute();
  await lockFrom(trx, 'projects')
    .select('id')
    .where('team_id', '=', these)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  // From here on the teams' keys are void, which every node learns within a second.
  await trx.updateTable('teams').set({ closed_at: sql<Date>`now()` }).where('id', '=', these).execute();
  await trx.updateTable('projects').set({ notify_reporters: false }).where('team_id', '=', these).execute();
  await silenceProjects(trx, teamIds);
  const webhookIds = await lockWebhooks(trx, 'team_id', teamIds);
  await trx
    .updateTable('webhooks')
    .set({ is_active: false })
    .where('id', '=', sql<number>`any(${webhookIds})`)
    .execute();
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
    if (team && (await lockMembers(trx, id)).length === 0) await endTeam(trx, id);
  });
}

/** How long a job goes on before it asks for another: shorter than its lease. */
const turnMs = 20_000;

/** What is not done in one turn is done in the next one: each portion is complete by itself. */
export async function emptyTeam(context: Context, teamId: number, stopping: AbortSignal): Promise<void> {
  const { main } = context.pools;
  const endsAt = performance.now() + turnMs;
  const isOver = () => stopping.aborted || performance.now() > endsAt;
  // Lets others have the slug. No slug that is asked for begins with this sign.
  await sql`update teams set slug = '#' || id where id = ${teamId} and closed_at is not null`.execute(main);
  for (const projectId of await listProjectsToDelete(main, teamId))
    if (isOver() || !(await removeProject(context, projectId, isOver))) return askToEmpty(main, [teamId]);
  const isGone = await inTransaction(main, (trx) => deleteEmptyTeam(trx, teamId));
  if (!isGone) await askToEmpty(main, [teamId]);
}

/** Locks those of these teams that are open, in order of their ids, so that nobody joins them until the transaction ends. */
export function lockOpenTeams(trx: Trx, ids: number[]) {
  return lockFrom(trx, 'teams')
    .select(['id', 'slug'])
    .where('id', '=', sql<number>`any(${ids})`)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

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
