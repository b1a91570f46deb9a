import { sql } from 'kysely';
import { issueAccessToken } from '../../auth/access-tokens.ts';
import type { SignupPolicy } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { violatesUnique } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, forbidden, invalid, unauthorized } from '../../errors.ts';
import { findInvitationByToken, invalidInvitationMessage, joinInvitedTeam } from '../invitations/joining.ts';
import { isOpenInvitation } from '../invitations/operations.ts';
import { createFirstTeam } from '../teams/operations.ts';
import {
  type Account,
  defaultName,
  findAccountByEmail,
  insertAccount,
  noteSignIn,
} from '../users/queries.ts';
import { enqueueVerification } from './me.ts';
import type { Login, Session, Signup } from './schema.ts';

export async function signUp(context: Context, input: Signup, client: string): Promise<Session> {
  const { invitation_token: token } = input;
  const hasInvitation = token !== undefined;
  // Hashing is expensive, so an invalid token is rejected first.
  if (hasInvitation && !(await findInvitationByToken(context, token))) throw invalidInvitation(context);
  const passwordHash = await context.passwords.hash(input.password, client);
  const values = { ...input, passwordHash, emailVerified: false, hasInvitation };
  const account = await inTransaction(context.pools.main, async (trx) => {
    const created = await createAccount(context, trx, values);
    if (hasInvitation && !(await joinInvitedTeam(context, trx, created.id, token)))
      throw invalidInvitation(context);
    return created;
  });
  return issueSession(context, account);
}

const invalidInvitation = ({ config }: Context) =>
  config.signup === 'closed' ? signUpClosed() : invalid('invitation_token', invalidInvitationMessage);

const invitedSignupsPerHour = 60;

/** An invited sign-up counts against the inviting team, not the IP address: a whole office may join at once. */
export async function isInvitedSignup(context: Context, body: unknown): Promise<boolean> {
  const { invitation_token: token } = Object(body);
  const invitation = typeof token === 'string' && (await findInvitationByToken(context, token));
  if (!invitation) return false;
  const subject = String(invitation.team_id);
  await context.limiter.take([{ name: 'invited signups', subject, max: invitedSignupsPerHour, per: 'hour' }]);
  return true;
}

interface NewAccount {
  email: string;
  name?: string;
  team_name?: string;
  passwordHash: string | null;
  /** True if an OAuth provider verified the address. */
  emailVerified: boolean;
  /** True if the user joins the inviting team and needs no team of their own. */
  hasInvitation?: boolean;
}

export async function createAccount(context: Context, trx: Trx, input: NewAccount): Promise<Account> {
  await requireSignupAllowed(context, trx, input);
  const name = input.name ?? defaultName(input.email);
  const values = {
    email: input.email,
    name,
    password_hash: input.passwordHash,
    email_verified_at: input.emailVerified ? new Date() : null,
  };
  const account = await insertAccount(trx, values).catch((error) => {
    throw violatesUnique(error, 'users_email_key') ? emailTaken() : error;
  });
  if (!input.hasInvitation) await createFirstTeam(context, trx, { id: account.id, name }, input.team_name);
  if (!input.emailVerified) await enqueueVerification(trx, account.id);
  return account;
}

export const emailTaken = () => conflict('An account with this email address already exists');

export const wrongCredentials = () => unauthorized('Invalid email or password');

export async function logIn(context: Context, { email, password }: Login, client: string): Promise<Session> {
  const account = await findAccountByEmail(context.pools.main, email);
  const matches = await context.passwords.matches(account?.password_hash, password, client);
  if (!account || !matches) throw wrongCredentials();
  await noteSignIn(context.pools.main, account.id);
  return issueSession(context, account);
}

export async function issueSession(
  { secretKey }: Context,
  account: Account,
  { startedClean = false } = {},
): Promise<Session> {
  const access_token = await issueAccessToken(secretKey, account);
  return { access_token, token_type: 'bearer', ...(startedClean && { started_clean: true }) };
}

export const signUpClosed = () => forbidden('Sign-up is closed');

/** The first account of an installation can always be created. */
export async function readSignupPolicy({ config, pools }: Context): Promise<SignupPolicy> {
  return (await hasAccounts(pools.main)) ? config.signup : 'open';
}

/** Throws 403 if `SIGNUP` does not allow it. An invited address alone is no proof: anyone can type it. */
async function requireSignupAllowed({ config }: Context, trx: Trx, applicant: NewAccount): Promise<void> {
  if (config.signup === 'open' || (await isFirst(trx))) return;
  if (config.signup === 'closed') throw signUpClosed();
  const { email, emailVerified, hasInvitation } = applicant;
  if (!hasInvitation && !(emailVerified && (await isInvited(trx, email)))) throw signUpClosed();
}

/** Serializes concurrent first sign-ups: the others wait for the lock and then find the account. */
async function isFirst(trx: Trx): Promise<boolean> {
  if (await hasAccounts(trx)) return false;
  await sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`.execute(trx);
  return !(await hasAccounts(trx));
}

const hasAccounts = async (db: Db) =>
  Boolean(await db.selectFrom('users').select('id').limit(1).executeTakeFirst());

async function isInvited(db: Db, email: string): Promise<boolean> {
  const invitation = await db
    .selectFrom('invitations')
    .select('id')
    .where(sql`fold_ascii(email)`, '=', sql`fold_ascii(${email})`)
    .where(isOpenInvitation)
    .limit(1)
    .executeTakeFirst();
  return invitation !== undefined;
}
