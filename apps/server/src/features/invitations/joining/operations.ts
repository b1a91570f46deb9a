import type { Actor } from '../../../auth/actor.ts';
import { readSignedLink } from '../../../auth/signed-links.ts';
import type { Context } from '../../../context.ts';
import type { Db, Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { forbidden, invalid, notFound } from '../../../errors.ts';
import { joinTeam } from '../../teams/operations.ts';
import { selectTeam } from '../../teams/queries.ts';
import { lockAccount, markProved } from '../../users/queries.ts';
import * as queries from './queries.ts';

/** Accepts the invitation of a link. Whoever has the link may join, with whichever account they are signed in to. */
export async function acceptInvitation(context: Context, actor: Actor, token: string) {
  return inTransaction(context.pools.main, async (trx) => {
    const teamId = await joinInvitedTeam(context, trx, actor.userId, token);
    return selectTeam(trx, teamId);
  });
}

/**
 * Uses up the invitation of a link and adds the user to its team, whose id it answers. The link was mailed, so if it went to
 * the account's own address, having it proves that this address is the user's.
 */
export async function joinInvitedTeam(
  context: Context,
  trx: Trx,
  userId: number,
  token: string,
): Promise<number> {
  const id = readSignedLink(context.secretKey, 'invitation', token);
  await lockAccount(trx, userId);
  const invitation = id && (await queries.takeInvitation(trx, id, userId));
  if (!invitation) throw invalid('invitation', 'is not valid any more: ask to be invited again');
  if (invitation.is_own) await markProved(trx, userId);
  await joinTeam(trx, invitation.team_id, userId, invitation.is_own ? 'mail' : 'link');
  return invitation.team_id;
}

export async function listOwnInvitations(context: Context, actor: Actor) {
  await requireProved(context.pools.main, actor);
  return queries.listOwnInvitations(context.pools.main, actor.userId);
}

export async function acceptOwnInvitation(context: Context, actor: Actor, id: number) {
  return inTransaction(context.pools.main, async (trx) => {
    await lockAccount(trx, actor.userId);
    await requireProved(trx, actor);
    const teamId = await queries.takeOwnInvitation(trx, id, actor.userId);
    if (!teamId) throw notFound();
    await joinTeam(trx, teamId, actor.userId, 'mail');
    return selectTeam(trx, teamId);
  });
}

export async function declineInvitation(context: Context, actor: Actor, id: number): Promise<void> {
  await requireProved(context.pools.main, actor);
  if (!(await queries.takeOwnInvitation(context.pools.main, id, actor.userId))) throw notFound();
}

export const addressNotProved = () =>
  forbidden('Prove first that the e-mail address is yours, with the link in the mail about it');

/** An invitation is for the person who has the address; to have signed up with that address does not prove this. */
async function requireProved(db: Db, actor: Actor): Promise<void> {
  if (!(await queries.isProved(db, actor.userId))) throw addressNotProved();
}
