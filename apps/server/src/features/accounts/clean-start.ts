import { addJobs } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { deleteInvitationsBy } from '../invitations/operations.ts';
import { revokeMcpTokens } from '../mcp/tokens.ts';
import { createFirstTeam, leaveTeams } from '../teams/operations.ts';
import { lockMembers, selectTeamIdsLocked } from '../teams/queries.ts';
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
  const abandoned = await leaveAllTeams(trx, id);
  await createFirstTeam(context, trx, { id, name });
  await deleteLater(trx, abandoned);
  return true;
}

/** Returns the teams that have no members any more. */
async function leaveAllTeams(trx: Trx, userId: number): Promise<number[]> {
  const teamIds: number[] = [];
  const abandoned: number[] = [];
  for (const teamId of await selectTeamIdsLocked(trx, userId)) {
    const members = await lockMembers(trx, teamId);
    // Somebody may have removed the user while the lock was waited for.
    if (!members.some(({ user_id }) => user_id === userId)) continue;
    teamIds.push(teamId);
    if (members.length === 1) abandoned.push(teamId);
  }
  await leaveTeams(trx, teamIds, userId);
  await deleteInvitationsBy(trx, userId);
  return abandoned;
}

async function deleteLater(trx: Trx, teamIds: number[]): Promise<void> {
  const jobs = teamIds.map((id) => ({ payload: { team_id: id }, uniqueKey: `abandoned team ${id}` }));
  if (jobs.length > 0) await addJobs(trx, 'delete-abandoned-team', jobs, secondsUntilDeletion);
}
