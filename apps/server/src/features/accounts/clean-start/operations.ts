import type { Database, Trx } from '../../../db/connection.ts';
import { deleteInvitationsBy, deleteInvitationsOfTeam } from '../../invitations/queries.ts';
import { revokeMcpTokens } from '../../mcp/tokens/queries.ts';
import { silenceProjects } from '../../projects/operations.ts';
import { leaveTeam } from '../../teams/operations.ts';
import { lockAssignedBugs, lockMembers, type Member, selectTeamIdsLocked } from '../../teams/queries.ts';
import { type Account, markProved } from '../../users/queries.ts';
import { deleteLog } from '../../webhooks/delivery/queries/clean-up.ts';
import {
  deleteWebhooks,
  listWebhooksOfFounder,
  lockWebhooksOfTeams,
} from '../../webhooks/subscriptions/queries.ts';
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
 *
 * All teams are cleaned together, one table after the other, because rows are locked in that order (see docs/locking.md).
 */
export async function startCleanOnce(trx: Trx, userId: number): Promise<boolean> {
  if (!(await markProved(trx, userId))) return false;
  await deleteIdentities(trx, userId);
  await revokeMcpTokens(trx, userId);
  const { own, leaving } = await lockTeams(trx, userId);
  await silenceProjects(trx, own);
  const webhooks = await lockWebhooksOfTeams(trx, own);
  await lockAssignedBugs(trx, leaving);
  await deleteWebhooks(trx, webhooks);
  for (const { team_id, user_id } of leaving) await leaveTeam(trx, team_id, user_id);
  await deleteInvitationsBy(trx, userId);
  for (const teamId of own) await deleteInvitationsOfTeam(trx, teamId);
  return true;
}

/** Locks the user's teams with all of their members, of whom nobody comes or goes until the transaction ends. */
async function lockTeams(trx: Trx, userId: number): Promise<{ own: number[]; leaving: Member[] }> {
  const own: number[] = [];
  const leaving: Member[] = [];
  for (const teamId of await selectTeamIdsLocked(trx, userId)) {
    const strangers = await lockStrangers(trx, teamId, userId);
    if (!strangers.some(({ user_id }) => user_id === userId)) own.push(teamId);
    leaving.push(...strangers);
  }
  return { own, leaving };
}

/**
 * The members who have to go. A team that others founded is left, because the possible stranger may have joined it; in a
 * team of one's own, only the members who were invited by mail stay.
 */
async function lockStrangers(trx: Trx, teamId: number, userId: number): Promise<Member[]> {
  const members = await lockMembers(trx, teamId);
  const isFounder = members.some(({ user_id, origin }) => user_id === userId && origin === 'founder');
  const others = members.filter(({ user_id }) => user_id !== userId);
  if (!isFounder && others.length > 0) return [{ team_id: teamId, user_id: userId }];
  return others
    .filter(({ origin }) => origin !== 'mail')
    .map(({ user_id }) => ({ team_id: teamId, user_id }));
}
