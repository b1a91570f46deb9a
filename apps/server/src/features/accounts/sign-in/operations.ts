import { issueAccessToken } from '../../../auth/access-tokens.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { violatesUnique } from '../../../db/errors.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { conflict, invalid, unauthorized } from '../../../errors.ts';
import {
  deadInvitation,
  findInvitationByToken,
  joinInvitedTeam,
} from '../../invitations/joining/operations.ts';
import { createFirstTeam } from '../../teams/operations.ts';
import {
  type Account,
  defaultName,
  findAccountByEmail,
  insertAccount,
  noteSignIn,
} from '../../users/queries.ts';
import { demandAdmission, signUpClosed } from '../admission/operations.ts';
import { askForProof } from '../verification/operations.ts';
import type { Login, Session, Signup } from './schema.ts';

export async function signUp(context: Context, input: Signup, client: string): Promise<Session> {
  const { invitation_token: token } = input;
  const hasInvitation = token !== undefined;
  // Hashing is expensive, so a dead token is refused before it.
  if (hasInvitation && !(await findInvitationByToken(context, token))) throw invitationIsDead(context);
  const passwordHash = await context.passwords.hash(input.password, client);
  const values = { ...input, passwordHash, emailVerified: false, hasInvitation };
  const account = await inTransaction(context.pools.main, async (trx) => {
    const created = await createAccount(context, trx, values);
    if (hasInvitation && !(await joinInvitedTeam(context, trx, created.id, token)))
      throw invitationIsDead(context);
    return created;
  });
  return issueSession(context, account);
}

/** Where sign-up is closed, a token changes nothing about that. */
const invitationIsDead = ({ config }: Context) =>
  config.signup === 'closed' ? signUpClosed() : invalid('invitation_token', deadInvitation);

const invitedSignupsPerHour = 60;

/**
 * Whether a sign-up has the token of an open invitation, so that it does not count against its IP address: a whole office may
 * join from one. It counts against the inviting team instead, so that a token is no way to try addresses without a limit.
 */
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
  emailVerified: boolean;
  /** Whether they join the team of an invitation, and so need none of their own. */
  hasInvitation?: boolean;
}

/** Creates a user, and a first team unless they are invited to one; throws a 403 when sign-up is closed to them. */
export async function createAccount(context: Context, trx: Trx, input: NewAccount): Promise<Account> {
  const { hasInvitation = false } = input;
  await demandAdmission(context, trx, { ...input, hasInvitation });
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
  if (!hasInvitation) await createFirstTeam(context, trx, { id: account.id, name }, input.team_name);
  if (!input.emailVerified) await askForProof(trx, account.id);
  return account;
}

export const emailTaken = () => conflict('An account with this e-mail address already exists');

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
