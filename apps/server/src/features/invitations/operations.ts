import type { Actor } from '../../auth/actor.ts';
import { requireTeam } from '../../auth/ownership.ts';
import { addJob } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, forbidden, notFound } from '../../errors.ts';
import { foldAscii } from '../../fold-ascii.ts';
import { isWithin } from '../../limits/within.ts';
import { named, oneLine } from '../../mail/foreign-text.ts';
import { writeLetter } from '../../mail/letter.ts';
import { isVerified } from '../users/queries.ts';
import * as queries from './queries.ts';
import { copiedToken, invitationUrl, mailedToken } from './token.ts';

const openInvitationsAllowed = 200;

export async function listInvitations(context: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const rows = await queries.listInvitations(context.pools.main, teamId);
  return { items: rows.map((row) => withLink(context, row)), total: rows.length };
}

/** Where email is off, members pass the link on themselves. */
function withLink<Row extends { id: number }>(context: Context, invitation: Row) {
  const link = context.config.smtpUrl ? null : invitationUrl(context, copiedToken(context, invitation.id));
  return { ...invitation, link };
}

export const isMemberAlready = () => conflict('email: is already a member of this team');

/**
 * Invites an address to a team. Nothing that is answered or done depends on whether the address has an account, so that
 * nobody can find this out by inviting.
 */
export async function invite(context: Context, actor: Actor, teamId: number, email: string): Promise<void> {
  requireTeam(actor, teamId);
  await requireVerified(context, actor);
  await admitInvitation(context, actor, teamId, email);
  await inTransaction(context.pools.main, async (trx) => {
    await demandRoom(trx, teamId, email);
    const id = await queries.upsertInvitation(trx, { team_id: teamId, email, invited_by: actor.userId });
    await mailSoon(trx, id);
  });
}

export const mustVerifyFirst = () =>
  forbidden('Only accounts with a verified email address can invite. Verify yours first.');

/** Without email nobody can verify an address, so the rule holds only where email is configured. */
async function requireVerified({ config, pools }: Context, actor: Actor): Promise<void> {
  if (config.smtpUrl && !(await isVerified(pools.main, actor.userId))) throw mustVerifyFirst();
}

/** Refuses an address that is a member's, and counts the invitation against the limits of the user and of the address. */
async function admitInvitation(context: Context, actor: Actor, teamId: number, email: string): Promise<void> {
  if (await queries.isMemberByEmail(context.pools.main, teamId, email)) throw isMemberAlready();
  await context.limiter.take([
    { name: 'invitations of a user', subject: String(actor.userId), max: 50, per: 'hour' },
    { name: 'invitations to an address', subject: `${teamId} ${foldAscii(email)}`, max: 3, per: 'day' },
  ]);
}

async function demandRoom(trx: Trx, teamId: number, email: string): Promise<void> {
  if ((await queries.countOthersInvitedLocked(trx, teamId, email)) >= openInvitationsAllowed)
    throw conflict(
      `A team has at most ${openInvitationsAllowed} open invitations: take one of them back first`,
    );
}

/**
 * Sends an invitation again, within the limits of inviting. It becomes another invitation, so that the link of the first mail
 * is dead and the new one is good for seven days.
 */
export async function resendInvitation(context: Context, actor: Actor, teamId: number, id: number) {
  requireTeam(actor, teamId);
  const known = await queries.findInvitation(context.pools.main, teamId, id);
  if (!known) throw notFound();
  await requireVerified(context, actor);
  await admitInvitation(context, actor, teamId, known.email);
  return inTransaction(context.pools.main, async (trx) => {
    await demandRoom(trx, teamId, known.email);
    if (!(await queries.deleteInvitation(trx, teamId, id))) throw notFound();
    const values = { team_id: teamId, email: known.email, invited_by: actor.userId };
    const renewed = await queries.upsertInvitation(trx, values);
    await mailSoon(trx, renewed);
    return withLink(context, await queries.selectInvitation(trx, renewed));
  });
}

const mailSoon = (db: Parameters<typeof addJob>[0], id: number, delaySeconds = 0) =>
  addJob(db, 'send-invitation', { invitation_id: id }, { uniqueKey: `invitation ${id}`, delaySeconds });

const mailsToAnAddressPerDay = 10;
const anHour = 3600;

/**
 * Mails an invitation. However many teams invite an address, it gets ten such mails a day; the job for a further one is
 * added again an hour later, until the mail can go out or the invitation has expired.
 */
export async function sendInvitation(context: Context, invitationId: number): Promise<void> {
  const invitation = await queries.findInvitationForMail(context.pools.main, invitationId);
  if (!invitation) return;
  const mails = {
    name: 'invitation mails',
    subject: foldAscii(invitation.email),
    max: mailsToAnAddressPerDay,
    per: 'day',
  } as const;
  if (!(await isWithin(context.limiter, [mails]))) return mailSoon(context.pools.main, invitationId, anHour);
  await context.mailer.send(invitationLetter(context, invitationId, invitation));
}

interface MailedInvitation {
  email: string;
  team_name: string;
  inviter_name: string | null;
}

function invitationLetter(
  context: Context,
  id: number,
  { email, team_name, inviter_name }: MailedInvitation,
) {
  const inviter = inviter_name ? named(inviter_name) : 'Somebody';
  return writeLetter({
    to: email,
    subject: `Join ${oneLine(team_name, 80)} on Skep`,
    before: [
      `${inviter} invites you to the team ${named(team_name)} on Skep, where bug reports are triaged.`,
    ],
    button: {
      label: 'Join the team',
      url: invitationUrl(context, mailedToken(context, id)),
    },
    after: ['The invitation is good for seven days. If you do not know what this is about, do nothing.'],
  });
}

export async function cancelInvitation(
  context: Context,
  actor: Actor,
  teamId: number,
  id: number,
): Promise<void> {
  requireTeam(actor, teamId);
  if (!(await queries.deleteInvitation(context.pools.main, teamId, id))) throw notFound();
}

export function forgetInvitations({ pools }: Context): Promise<number> {
  return queries.deleteOldInvitations(pools.main);
}
