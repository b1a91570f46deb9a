import { sql } from 'kysely';
import { type Actor, requireTeam } from '../../auth/actor.ts';
import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import { addJob } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { countRows, deleteInPortions } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, forbidden, notFound } from '../../errors.ts';
import { foldAscii } from '../../fold-ascii.ts';
import { isWithin } from '../../limits/limiter.ts';
import { renderEmail } from '../../mail/email-template.ts';
import { oneLine, quoteName } from '../../mail/untrusted-text.ts';
import { noteCatalogueChange } from '../events/outbox.ts';
import { lockTeams } from '../teams/queries.ts';
import { isVerified } from '../users/queries.ts';

const openInvitationsAllowed = 200;

export async function listInvitations(context: Context, actor: Actor, teamId: number) {
  requireTeam(actor, teamId);
  const rows = await context.pools.main
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('team_id', '=', teamId)
    .where(isOpenInvitation)
    .orderBy('id', 'desc')
    .execute();
  return { items: rows.map((row) => withLink(context, row)), total: rows.length };
}

/** Without email, members share the link themselves. */
function withLink<Row extends { id: number }>(context: Context, invitation: Row) {
  const link = context.config.smtpUrl ? null : invitationUrl(context, copiedToken(context, invitation.id));
  return { ...invitation, link };
}

export const isMemberAlready = () => conflict('email: is already a member of this team');

/** Behaves the same whether or not the address has an account, so that inviting does not reveal it. */
export async function invite(context: Context, actor: Actor, teamId: number, email: string): Promise<void> {
  requireTeam(actor, teamId);
  await requireVerified(context, actor);
  await admitInvitation(context, actor, teamId, email);
  await inTransaction(context.pools.main, async (trx) => {
    await requireCapacity(trx, teamId, email);
    await enqueueInvitationEmail(
      trx,
      await upsertInvitation(trx, { team_id: teamId, email, invited_by: actor.userId }),
    );
  });
}

export const mustVerifyFirst = () =>
  forbidden('Only accounts with a verified email address can invite. Verify yours first.');

/** Without email nobody can verify an address, so the rule applies only if email is configured. */
async function requireVerified({ config, pools }: Context, actor: Actor): Promise<void> {
  if (config.smtpUrl && !(await isVerified(pools.main, actor.userId))) throw mustVerifyFirst();
}

async function admitInvitation(context: Context, actor: Actor, teamId: number, email: string): Promise<void> {
  if (await isMemberByEmail(context.pools.main, teamId, email)) throw isMemberAlready();
  await context.limiter.take([
    { name: 'invitations of a user', subject: String(actor.userId), max: 50, per: 'hour' },
    { name: 'invitations to an address', subject: `${teamId} ${foldAscii(email)}`, max: 3, per: 'day' },
  ]);
}

/** Locks the team, so that concurrent invitations are counted correctly. */
async function requireCapacity(trx: Trx, teamId: number, email: string): Promise<void> {
  await lockTeams(trx, [teamId]);
  const toOthers = trx
    .selectFrom('invitations')
    .where('team_id', '=', teamId)
    .where(isOpenInvitation)
    .where(sql`fold_ascii(email)`, '<>', sql`fold_ascii(${email})`);
  if ((await countRows(toOthers)) >= openInvitationsAllowed)
    throw conflict(`A team has at most ${openInvitationsAllowed} open invitations. Cancel one first.`);
}

/** Replaces the invitation, so that the old link becomes invalid. */
export async function resendInvitation(context: Context, actor: Actor, teamId: number, id: number) {
  requireTeam(actor, teamId);
  // Includes expired invitations that still exist.
  const { email } = await context.pools.main
    .selectFrom('invitations')
    .select('email')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  await requireVerified(context, actor);
  await admitInvitation(context, actor, teamId, email);
  return inTransaction(context.pools.main, async (trx) => {
    await requireCapacity(trx, teamId, email);
    await deleteInvitation(trx, teamId, id);
    const renewed = await upsertInvitation(trx, { team_id: teamId, email, invited_by: actor.userId });
    await enqueueInvitationEmail(trx, renewed);
    const invitation = trx.selectFrom('invitations').select(invitationColumns).where('id', '=', renewed);
    return withLink(context, await invitation.executeTakeFirstOrThrow());
  });
}

const enqueueInvitationEmail = (db: Db, id: number, delaySeconds = 0) =>
  addJob(db, 'send-invitation', { invitation_id: id }, { uniqueKey: `invitation ${id}`, delaySeconds });

const mailsToAnAddressPerDay = 10;
const anHour = 3600;

/** An address gets at most ten invitation emails a day. Further ones are postponed by an hour. */
export async function sendInvitation(context: Context, invitationId: number): Promise<void> {
  const invitation = await findOpenInvitation(context.pools.main, invitationId);
  if (!invitation) return;
  const mails = {
    name: 'invitation mails',
    subject: foldAscii(invitation.email),
    max: mailsToAnAddressPerDay,
    per: 'day',
  } as const;
  if (!(await isWithin(context.limiter, [mails])))
    return enqueueInvitationEmail(context.pools.main, invitationId, anHour);
  const { email, team_name, inviter_name } = invitation;
  const inviter = inviter_name ? quoteName(inviter_name) : 'Someone';
  const message = renderEmail({
    to: email,
    subject: `Join ${oneLine(team_name, 80)} on Skep`,
    before: [`${inviter} invited you to the team ${quoteName(team_name)} on Skep, a bug reporting service.`],
    button: { label: 'Join the team', url: invitationUrl(context, mailedToken(context, invitationId)) },
    after: ['The invitation is valid for seven days. If you did not expect it, ignore this email.'],
  });
  await context.mailer.send(message);
}

export async function cancelInvitation(
  context: Context,
  actor: Actor,
  teamId: number,
  id: number,
): Promise<void> {
  requireTeam(actor, teamId);
  await deleteInvitation(context.pools.main, teamId, id);
}

export const deleteExpiredInvitations = ({ pools }: Context) =>
  deleteInPortions(pools.main, 'invitations', sql`expires_at < now() - interval '30 days'`);

const invitationColumns = ['id', 'team_id', 'email', 'created_at', 'expires_at'] as const;
export const isOpenInvitation = sql<boolean>`expires_at > now()`;

/** Inviting an address again renews the invitation. */
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

export const openInvitations = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.team_id', 'teams.name as team_name', 'users.name as inviter_name'])
    .where(isOpenInvitation);

/** What the holder of a token may see; undefined if it is gone or expired. */
export const findOpenInvitation = (db: Db, id: number) =>
  openInvitations(db)
    .select(['invitations.email', 'invitations.expires_at'])
    .where('invitations.id', '=', id)
    .executeTakeFirst();

async function deleteInvitation(db: Db, teamId: number, id: number): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(notFound);
  await noteCatalogueChange(db, 'members', teamId);
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

/** Token of the emailed link. It proves access to the mailbox. */
const mailedToken = ({ secretKey }: Context, invitationId: number) =>
  signLink(secretKey, 'invitation', invitationId);

/** Token of the link that members copy. It admits anyone and verifies no address. */
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
