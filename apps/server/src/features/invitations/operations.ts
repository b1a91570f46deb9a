import { type Actor, requireTeam } from '../../auth/actor.ts';
import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalid, notFound } from '../../errors.ts';
import { foldAscii } from '../../fold-ascii.ts';
import { addJob } from '../../jobs/queue.ts';
import { named, oneLine } from '../../mail/foreign-text.ts';
import { writeLetter } from '../../mail/letter.ts';
import { insertMembership, selectTeam } from '../teams/queries.ts';
import * as queries from './queries.ts';

export async function listInvitations(context: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const items = await queries.listInvitations(context.db, teamId);
  return { items, total: items.length };
}

/** Called when an address without an account is added to a team. */
export async function inviteByMail(
  context: Context,
  actor: Actor,
  teamId: number,
  email: string,
): Promise<void> {
  await context.limiter.take([
    { name: 'invitations of a user', subject: String(actor.userId), max: 50, per: 'hour' },
    { name: 'invitations to an address', subject: `${teamId} ${foldAscii(email)}`, max: 5, per: 'hour' },
  ]);
  await inTransaction(context.db, async (trx) => {
    const id = await queries.upsertInvitation(trx, { team_id: teamId, email, invited_by: actor.userId });
    await addJob(trx, 'send-invitation', { invitation_id: id }, { uniqueKey: `invitation ${id}` });
  });
}

export async function sendInvitation(context: Context, invitationId: number): Promise<void> {
  const invitation = await queries.findInvitationForMail(context.db, invitationId);
  if (!invitation) return;
  const { email, team_name, inviter_name } = invitation;
  const token = signLink(context.secretKey, 'invitation', invitationId);
  await context.mailer.send(
    writeLetter({
      to: email,
      subject: `Join ${oneLine(team_name, 80)} on Skep`,
      before: [
        `${inviter_name ? named(inviter_name) : 'Somebody'} invites you to the team ${named(team_name)} on Skep, where bug reports are triaged.`,
      ],
      button: { label: 'Join the team', url: `${context.config.baseUrl}/invitation#token=${token}` },
      after: ['The invitation is good for seven days. If you do not know what this is about, do nothing.'],
    }),
  );
}

export async function cancelInvitation(
  context: Context,
  actor: Actor,
  teamId: number,
  id: number,
): Promise<void> {
  requireTeam(actor, teamId);
  if (!(await queries.deleteInvitation(context.db, teamId, id))) throw notFound();
}

/** Whoever holds the link may join, with whichever account they are signed in to. */
export async function acceptInvitation(context: Context, actor: Actor, token: string) {
  return inTransaction(context.db, async (trx) => {
    const teamId = await joinInvitedTeam(context, trx, actor.userId, token);
    return selectTeam(trx, teamId);
  });
}

export async function joinInvitedTeam(
  context: Context,
  trx: Trx,
  userId: number,
  token: string,
): Promise<number> {
  const id = readSignedLink(context.secretKey, 'invitation', token);
  const teamId = id && (await queries.takeInvitation(trx, id));
  if (!teamId) throw invalid('invitation', 'is not valid any more: ask to be invited again');
  await insertMembership(trx, teamId, userId);
  return teamId;
}

/** For a user who has proved that the address is theirs. */
export async function joinTeamsInvitedTo(trx: Trx, userId: number): Promise<void> {
  for (const teamId of await queries.takeInvitationsTo(trx, userId))
    await insertMembership(trx, teamId, userId);
}
