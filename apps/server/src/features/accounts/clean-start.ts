import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { deleteInvitationsBy } from '../invitations/operations.ts';
import { revokeMcpTokens } from '../mcp/tokens.ts';
import { createFirstTeam, leaveTeams } from '../teams/operations.ts';
import { lockMembersOf, selectTeamIdsLocked } from '../teams/queries.ts';
import { defaultName, markProved, renameUser } from '../users/queries.ts';
import { deleteIdentities } from './oauth/operations.ts';

const secondsUntilDeletion = 7 * 24 * 3600;

/**
 * Called when a reset link or a provider verifies an email address. Returns whether that was the first verification. Until
 * then the account may have been a stranger's, so nothing of it is kept: identities, tokens and memberships end, and the
 * person gets a new team. The caller replaces the password, which ends the sessions.
 *
 * Rows are locked table by table over all teams, in the order of docs/locking.md.
 */
export async function startCleanOnce(
  context: Context,
  trx: Trx,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  if (!(await markProved(trx, id))) return false;
  await deleteIdentities(trx, id);
  await revokeMcpTokens(trx, id);
  const name = defaultName(email);
  await renameUser(trx, id, name);
  const { alone, shared } = await lockMembersOf(trx, await selectTeamIdsLocked(trx, id), id);
  await leaveTeams(trx, [...alone, ...shared], id);
  await deleteInvitationsBy(trx, id);
  await createFirstTeam(context, trx, { id, name });
  const jobs = alone.map((teamId) => ({
    payload: { team_id: teamId },
    uniqueKey: `abandoned team ${teamId}`,
  }));
  await addJobs(trx, 'delete-abandoned-team', jobs, secondsUntilDeletion);
  return true;
}
