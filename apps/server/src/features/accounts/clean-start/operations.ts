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
 * To be called before the transaction: the logs of webhooks may be long, and nobody is told of anything while they go
 * with their webhooks.
 */
export async function prepareCleanStart(
  db: Database,
  { id, email_verified_at }: Pick<Account, 'id' | 'email_verified_at'>,
): Promise<void> {
  if (email_verified_at) return;
  for (const webhookId of await listWebhooksOfFounder(db, id)) await deleteLog(db, webhookId);
}

/**
 * For somebody who has proved that the address is theirs from outside of the account; says whether that is news. Until then
 * whoever signed up with the address may have been a stranger, so everything ends by which these could get back in or hear
 * of what happens. The password is the caller's to replace, which ends the sessions.
 */
export async function startCleanOnce(trx: Trx, userId: number): Promise<boolean> {
  if (!(await markProved(trx, userId))) return false;
  await deleteIdentities(trx, userId);
  await revokeMcpTokens(trx, userId);
  await deleteInvitationsBy(trx, userId);
  for (const teamId of await selectTeamIdsLocked(trx, userId)) await cleanTeam(trx, teamId, userId);
  return true;
}

/** Teams of others were joined by whoever was there before; in a team of one's own stay those who were invited by mail. */
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
