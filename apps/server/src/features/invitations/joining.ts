import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import { noteCatalogueChange } from '../events/outbox.ts';
import { joinTeam } from '../teams/operations.ts';
import { selectTeam } from '../teams/queries.ts';
import { isVerified, lockAccount, markVerified } from '../users/queries.ts';
import { findOpenInvitation, isOpenInvitation, openInvitations, readInvitationToken } from './operations.ts';
import type { InvitationPreview } from './schema.ts';

/** Anyone with the link can join, with any account. */
export async function acceptInvitation(context: Context, actor: Actor, token: string) {
  return inTransaction(context.pools.main, async (trx) => {
    const teamId = await joinInvitedTeam(context, trx, actor.userId, token);
    if (teamId === undefined) throw invalid('invitation', invalidInvitationMessage);
    return selectTeam(trx, teamId);
  });
}

export const invalidInvitationMessage = 'is invalid or expired. Ask for a new invitation.';

/** Returns the team, or undefined for an invalid token. An emailed link to the account's own address verifies it. */
export async function joinInvitedTeam(
  context: Context,
  trx: Trx,
  userId: number,
  token: string,
): Promise<number | undefined> {
  const link = readInvitationToken(context, token);
  if (!link) return undefined;
  await lockAccount(trx, userId);
  const invitation = await takeInvitation(trx, link.id, userId);
  if (!invitation) return undefined;
  const verifies = link.isMailed && invitation.is_own;
  if (verifies) await markVerified(trx, userId);
  await joinTeam(trx, invitation.team_id, userId, verifies ? 'mail' : 'link');
  return invitation.team_id;
}

export async function findInvitationByToken(context: Context, token: string) {
  const link = readInvitationToken(context, token);
  return link ? findOpenInvitation(context.pools.main, link.id) : undefined;
}

export async function previewInvitation(context: Context, token: string): Promise<InvitationPreview> {
  const found = await findInvitationByToken(context, token);
  if (!found) throw invalid('token', invalidInvitationMessage);
  const { email, expires_at, team_name, inviter_name } = found;
  return { team: { name: team_name }, invited_by: inviter_name, email, expires_at };
}

export async function listOwnInvitations(context: Context, actor: Actor) {
  await requireVerifiedEmail(context.pools.main, actor);
  return selectOwnInvitations(context.pools.main, actor.userId);
}

export async function acceptOwnInvitation(context: Context, actor: Actor, id: number) {
  return inTransaction(context.pools.main, async (trx) => {
    await lockAccount(trx, actor.userId);
    await requireVerifiedEmail(trx, actor);
    const teamId = await takeOwnInvitation(trx, id, actor.userId);
    await joinTeam(trx, teamId, actor.userId, 'mail');
    return selectTeam(trx, teamId);
  });
}

export async function declineInvitation(context: Context, actor: Actor, id: number): Promise<void> {
  await requireVerifiedEmail(context.pools.main, actor);
  await takeOwnInvitation(context.pools.main, id, actor.userId);
}

export const emailNotVerified = () =>
  forbidden('Verify your email address first, with the link in the verification email.');

/** An invitation is for the owner of the address. Signing up with an address proves nothing. */
async function requireVerifiedEmail(db: Db, actor: Actor): Promise<void> {
  if (!(await isVerified(db, actor.userId))) throw emailNotVerified();
}

const isToUser = (userId: number) => sql<boolean>`
  fold_ascii(invitations.email) = (select fold_ascii(users.email) from users where users.id = ${userId})`;

/** Any number of teams may invite an address, so the list is bounded. */
const maxListed = 200;

async function selectOwnInvitations(db: Db, userId: number) {
  const rows = await openInvitations(db)
    .select([
      'invitations.id',
      'invitations.created_at',
      'invitations.expires_at',
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where(isToUser(userId))
    .orderBy('invitations.id', 'desc')
    .limit(maxListed)
    .execute();
  const items = rows.map(({ team_id, team_name, inviter_name, total: _, ...invitation }) => ({
    ...invitation,
    team: { id: team_id, name: team_name },
    invited_by: inviter_name,
  }));
  return { items, total: rows[0]?.total ?? 0 };
}

async function takeInvitation(db: Db, id: number, userId: number) {
  const taken = await db
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where(isOpenInvitation)
    .returning(['team_id', isToUser(userId).as('is_own')])
    .executeTakeFirst();
  if (taken) await noteCatalogueChange(db, 'members', taken.team_id);
  return taken;
}

async function takeOwnInvitation(db: Db, id: number, userId: number): Promise<number> {
  const { team_id } = await db
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where(isOpenInvitation)
    .where(isToUser(userId))
    .returning('team_id')
    .executeTakeFirstOrThrow(notFound);
  await noteCatalogueChange(db, 'members', team_id);
  return team_id;
}
