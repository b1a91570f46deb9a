import { sql } from 'kysely';
import { type Actor, requireTeam } from '../../auth/actor.ts';
import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { forbidden, notFound } from '../../errors.ts';
import { disableNotifications, removeProject } from '../projects/operations.ts';
import { lockMembers } from '../teams/queries.ts';
import { lockWebhooks } from '../webhooks/webhooks.ts';

export const wrongSlug = () => forbidden("This is not the team's slug");

/** Closes the team at once. A job deletes its data. */
export async function deleteTeam(context: Context, actor: Actor, id: number, slug: string): Promise<void> {
  requireTeam(actor, id);
  await inTransaction(context.pools.main, async (trx) => {
    const [team] = await lockOpenTeams(trx, [id]);
    if (!team) throw notFound();
    if (team.slug !== slug) throw wrongSlug();
    await lockMembers(trx, id);
    await closeTeam(trx, id);
  });
}

async function closeTeam(trx: Trx, id: number): Promise<void> {
  await closeTeams(trx, [id]);
  await deleteInvitations(trx, [id]);
  await enqueueEmptyTeam(trx, [id]);
}

/** Locks up to webhooks (docs/locking.md). Invitations and the job come later. */
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
  // From now on the keys are revoked; every node notices within a second.
  await trx.updateTable('teams').set({ closed_at: sql<Date>`now()` }).where('id', '=', these).execute();
  await trx.updateTable('projects').set({ notify_reporters: false }).where('team_id', '=', these).execute();
  await disableNotifications(trx, teamIds);
  const webhookIds = await lockWebhooks(trx, 'team_id', teamIds);
  await trx
    .updateTable('webhooks')
    .set({ is_active: false })
    .where('id', '=', sql<number>`any(${webhookIds})`)
    .execute();
}

export async function deleteInvitations(trx: Trx, teamIds: number[]): Promise<void> {
  await trx.deleteFrom('invitations').where('team_id', '=', sql<number>`any(${teamIds})`).execute();
}

export async function enqueueEmptyTeam(db: Db, teamIds: number[]): Promise<void> {
  const jobs = teamIds.map((id) => ({ payload: { team_id: id }, uniqueKey: `empty team ${id}` }));
  if (jobs.length > 0) await addJobs(db, 'empty-team', jobs);
}

/** Deletes a team that lost its members through a clean start, unless someone joined meanwhile. */
export async function deleteAbandonedTeam(context: Context, id: number): Promise<void> {
  await inTransaction(context.pools.main, async (trx) => {
    const [team] = await lockOpenTeams(trx, [id]);
    if (team && (await lockMembers(trx, id)).length === 0) await closeTeam(trx, id);
  });
}

/** Maximum run time before the job enqueues itself again. Shorter than its lease. */
const maxRunMs = 20_000;

/** Works in batches that are complete by themselves. Enqueues itself again if time runs out. */
export async function emptyTeam(context: Context, teamId: number, stopping: AbortSignal): Promise<void> {
  const { main } = context.pools;
  const endsAt = performance.now() + maxRunMs;
  const isOver = () => stopping.aborted || performance.now() > endsAt;
  // Frees the slug. Valid slugs cannot start with this character.
  await sql`update teams set slug = '#' || id where id = ${teamId} and closed_at is not null`.execute(main);
  for (const projectId of await listProjectsToDelete(main, teamId))
    if (isOver() || !(await removeProject(context, projectId, isOver)))
      return enqueueEmptyTeam(main, [teamId]);
  const isGone = await inTransaction(main, (trx) => deleteEmptyTeam(trx, teamId));
  if (!isGone) await enqueueEmptyTeam(main, [teamId]);
}

/** Locks open teams in id order, so that nobody can join until the transaction ends. */
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

/** Deletes a closed team unless a project was created concurrently. */
async function deleteEmptyTeam(trx: Trx, teamId: number): Promise<boolean> {
  await lockFrom(trx, 'teams').select('id').where('id', '=', teamId).forUpdate().execute();
  if ((await listProjectsToDelete(trx, teamId)).length > 0) return false;
  await trx.deleteFrom('teams').where('id', '=', teamId).where('closed_at', 'is not', null).execute();
  return true;
}
