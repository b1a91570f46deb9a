import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import { requireTeam } from '../../auth/ownership.ts';
import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import { addJob } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { deleteInPortions } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, forbidden, notFound } from '../../errors.ts';
import { foldAscii } from '../../fold-ascii.ts';
import { isWithin } from '../../limits/limiter.ts';
import { named, oneLine } from '../../mail/foreign-text.ts';
import { writeLetter } from '../../mail/letter.ts';
import { noteCatalogueChange } from '../events/outbox.ts';
import { isVerified } from '../users/queries.ts';

const openInvitationsAllowed = 200;

export async function listInvitations(context: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const rows = await selectInvitations(context.pools.main, teamId);
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
    const id = await upsertInvitation(trx, { team_id: teamId, email, invited_by: actor.userId });
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
  if (await isMemberByEmail(context.pools.main, teamId, email)) throw isMemberAlready();
  await context.limiter.take([
    { name: 'invitations of a user', subject: String(actor.userId), max: 50, per: 'hour' },
    { name: 'invitations to an address', subject: `${teamId} ${foldAscii(email)}`, max: 3, per: 'day' },
  ]);
}

async function demandRoom(trx: Trx, teamId: number, email: string): Promise<void> {
  if ((await countOthersInvitedLocked(trx, teamId, email)) >= openInvitationsAllowed)
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
  const known = await findInvitation(context.pools.main, teamId, id);
  if (!known) throw notFound();
  await requireVerified(context, actor);
  await admitInvitation(context, actor, teamId, known.email);
  return inTransaction(context.pools.main, async (trx) => {
    await demandRoom(trx, teamId, known.email);
    if (!(await deleteInvitation(trx, teamId, id))) throw notFound();
    const values = { team_id: teamId, email: known.email, invited_by: actor.userId };
    const renewed = await upsertInvitation(trx, values);
    await mailSoon(trx, renewed);
    return withLink(context, await selectInvitation(trx, renewed));
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
  const invitation = await findInvitationForMail(context.pools.main, invitationId);
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
  if (!(await deleteInvitation(context.pools.main, teamId, id))) throw notFound();
}

export function forgetInvitations({ pools }: Context): Promise<number> {
  return deleteOldInvitations(pools.main);
}

const invitationColumns = ['id', 'team_id', 'email', 'created_at', 'expires_at'] as const;
export const isOpenInvitation = sql<boolean>`expires_at > now()`;

function selectInvitations(db: Db, teamId: number) {
  return db
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('team_id', '=', teamId)
    .where(isOpenInvitation)
    .orderBy('id', 'desc')
    .execute();
}

/** Expired ones too, as long as they are kept. */
function findInvitation(db: Db, teamId: number, id: number) {
  return db
    .selectFrom('invitations')
    .select('email')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
}

function selectInvitation(db: Db, id: number) {
  return db
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Inviting an address again renews its invitation instead of adding a second one. */
export async function upsertInvitation(
  db: Db,
  values: { team_id: number; email: string; invited_by: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into invitations (team_id, email, invited_by)
    values (${values.team_id}, ${values.email}, ${values.invited_by})
    on conflict (team_id, fold_ascii(email)) do update set
      invited_by = excluded.invited_by, expires_at = now() + interval '7 days'
    returning id`.execute(db);
  await noteCatalogueChange(db, 'members', values.team_id);
  return (rows[0] as { id: number }).id;
}

function findInvitationForMail(db: Db, id: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.email', 'teams.name as team_name', 'users.name as inviter_name'])
    .where('invitations.id', '=', id)
    .where(isOpenInvitation)
    .executeTakeFirst();
}

async function deleteInvitation(db: Db, teamId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('invitations')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await noteCatalogueChange(db, 'members', teamId);
  return true;
}

export async function deleteInvitationsBy(db: Db, userId: number): Promise<void> {
  const deleted = await db
    .deleteFrom('invitations')
    .where('invited_by', '=', userId)
    .returning('team_id')
    .execute();
  await noteCatalogueChange(
    db,
    'members',
    deleted.map(({ team_id }) => team_id),
  );
}

export async function deleteInvitationsOfTeam(db: Db, teamId: number): Promise<void> {
  await db.deleteFrom('invitations').where('team_id', '=', teamId).execute();
}

async function isMemberByEmail(db: Db, teamId: number, email: string): Promise<boolean> {
  const member = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('team_id', '=', teamId)
    .where(sql`fold_ascii(users.email)`, '=', sql`fold_ascii(${email})`)
    .executeTakeFirst();
  return member !== undefined;
}

/**
 * Locks the team, so that invitations made at the same time are counted one after the other, and counts the open ones to
 * other addresses.
 */
async function countOthersInvitedLocked(trx: Trx, teamId: number, email: string): Promise<number> {
  await lockFrom(trx, 'teams').select('id').where('id', '=', teamId).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where(isOpenInvitation)
    .where(sql`fold_ascii(email)`, '<>', sql`fold_ascii(${email})`)
    .executeTakeFirstOrThrow();
  return count;
}

function deleteOldInvitations(db: Db): Promise<number> {
  return deleteInPortions(db, 'invitations', sql`expires_at < now() - interval '30 days'`);
}

/** The token of the link in an invitation email. Having it shows that one reads the invited address. */
const mailedToken = ({ secretKey }: Context, invitationId: number) =>
  signLink(secretKey, 'invitation', invitationId);

/** The token of the link that members copy where email is off. It admits whoever has it, and verifies no address. */
const copiedToken = ({ secretKey }: Context, invitationId: number) =>
  signLink(secretKey, 'copied invitation', invitationId);

const invitationUrl = ({ config }: Context, token: string) => `${config.baseUrl}/invitation#token=${token}`;

export function readInvitationToken(
  { secretKey }: Context,
  token: string,
): { id: number; isMailed: boolean } | null {
  const mailed = readSignedLink(secretKey, 'invitation', token);
  const id = mailed ?? readSignedLink(secretKey, 'copied invitation', token);
  return id === null ? null : { id, isMailed: mailed !== null };
}
