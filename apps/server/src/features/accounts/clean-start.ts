import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { deleteInvitationsBy } from '../invitations/operations.ts';
import { revokeMcpTokens } from '../mcp/tokens.ts';
import { createFirstTeam, leaveTeams } from '../teams/operations.ts';
import { lockMembersOf, selectTeamIdsLocked } from '../teams/queries.ts';
import { defaultName, markVerified, renameUser } from '../users/queries.ts';
import { deleteIdentities } from './oauth/operations.ts';

const secondsUntilDeletion = 7 * 24 * 3600;

/**
 * Called when a reset link or OAuth provider verifies the address. Until then a stranger may have had the account, so nothing
 * in it is kept.
 */
export async function resetUnverifiedAccount(
  context: Context,
  trx: Trx,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  if (!(await markVerified(trx, id))) return false;
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
