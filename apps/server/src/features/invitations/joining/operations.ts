import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import type { Db, Trx } from '../../../db/connection.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { forbidden, invalid, notFound } from '../../../errors.ts';
import { joinTeam } from '../../teams/operations.ts';
import { selectTeam } from '../../teams/queries.ts';
import { isVerified, lockAccount, markProved } from '../../users/queries.ts';
import type { InvitationPreview } from '../schema.ts';
import { readInvitationToken } from '../token.ts';
import * as queries from './queries.ts';

/** Accepts the invitation of a link. Whoever has the link may join, with whichever account they are signed in to. */
export async function acceptInvitation(context: Context, actor: Actor, token: string) {
  return inTransaction(context.pools.main, async (trx) => {
    const teamId = await joinInvitedTeam(context, trx, actor.userId, token);
    if (teamId === undefined) throw invalid('invitation', deadInvitation);
    return selectTeam(trx, teamId);
  });
}

export const deadInvitation = 'is not valid any more: ask to be invited again';

/**
 * Uses up the invitation of a link and adds the user to its team, whose id it answers; undefined when the token is dead. A
 * mailed link to the account's own address verifies that address.
 */
export async function joinInvitedTeam(
  context: Context,
  trx: Trx,
  userId: number,
  token: string,
): Promise<number | undefined> {
  const link = readInvitationToken(context, token);
  if (!link) return undefined;
  await lockAccount(trx, userId);
  const invitation = await queries.takeInvitation(trx, link.id, userId);
  if (!invitation) return undefined;
  const verifies = link.isMailed && invitation.is_own;
  if (verifies) await markProved(trx, userId);
  await joinTeam(trx, invitation.team_id, userId, verifies ? 'mail' : 'link');
  return invitation.team_id;
}

/** The open invitation that a token is for. */
export async function findInvitationByToken(context: Context, token: string) {
  const link = readInvitationToken(context, token);
  return link ? queries.findOpenInvitation(context.pools.main, link.id) : undefined;
}

/** What an invitation says to whoever has its link, before they have an account. */
export async function previewInvitation(context: Context, token: string): Promise<InvitationPreview> {
  const found = await findInvitationByToken(context, token);
  if (!found) throw invalid('token', deadInvitation);
  const { email, expires_at, team_name, inviter_name } = found;
  return { team: { name: team_name }, invited_by: inviter_name, email, expires_at };
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
  if (!(await isVerified(db, actor.userId))) throw addressNotProved();
}
