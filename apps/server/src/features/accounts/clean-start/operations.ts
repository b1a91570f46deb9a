import type { Database, Trx } from '../../../db/connection.ts';
import { deleteInvitationsBy, deleteInvitationsOfTeam } from '../../invitations/queries.ts';
import { revokeMcpTokens } from '../../mcp/tokens/queries.ts';
import { silenceProjects } from '../../projects/operations.ts';
import { leaveTeam } from '../../teams/operations.ts';
import { lockMembers, selectTeamIdsLocked } from '../../teams/queries.ts';
import { type Account, markProved } from '../../users/queries.ts';
import { deleteLog } from '../../webhooks/delivery/queries/clean-up.ts';
import { deleteWebhooksOfTeam, listWebhooksOfFounder } from '../../webhooks/subscriptions/queries.ts';
import { deleteIdentities } from '../oauth/queries.ts';

/**
 * Deletes the delivery logs of the webhooks that a clean start will delete. It must be called before the transaction of
 * the clean start: the logs may be long, and if they went inside it, its locks would hold up all notifications meanwhile.
 */
export async function prepareCleanStart(
  db: Database,
  { id, email_verified_at }: Pick<Account, 'id' | 'email_verified_at'>,
): Promise<void> {
  if (email_verified_at) return;
  for (const webhookId of await listWebhooksOfFounder(db, id)) await deleteLog(db, webhookId);
}

/**
 * Is called when somebody has proved from outside of the account that its address is theirs, and says whether this was the
 * first proof. Until then the person who signed up with the address may have been a stranger, so everything ends by which
 * that stranger could get back in or learn what happens. The caller has to replace the password, which ends the sessions.
 */
export async function startCleanOnce(trx: Trx, userId: number): Promise<boolean> {
  if (!(await markProved(trx, userId))) return false;
  await deleteIdentities(trx, userId);
  await revokeMcpTokens(trx, userId);
  await deleteInvitationsBy(trx, userId);
  for (const teamId of await selectTeamIdsLocked(trx, userId)) await cleanTeam(trx, teamId, userId);
  return true;
}

/**
 * Leaves a team that others founded, because the possible stranger may have joined it. In a team of one's own, only the
 * members who were invited by mail stay.
 */
async function cleanTeam(trx: Trx, teamId: number, userId: number): Promise<void> {
  const members = await lockMembers(trx, teamId);
  const isFounder = members.some(({ user_id, origin }) => user_id === userId && origin === 'founder');
  const others = members.filter(({ user_id }) => user_id !== userId);
  if (!isFounder && others.length > 0) return leaveTeam(trx, teamId, userId);
  for (const { user_id, origin } of others) if (origin !== 'mail') await leaveTeam(trx, teamId, user_id);
  await deleteInvitationsOfTeam(trx, teamId);
  await deleteWebhooksOfTeam(trx, teamId);
  await silenceProjects(trx, teamId);
}
