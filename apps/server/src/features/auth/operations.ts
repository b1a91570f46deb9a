import { issueAccessToken } from '../../auth/access-tokens.ts';
import { hashPassword, isPassword } from '../../auth/passwords.ts';
import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { violates } from '../../db/constraints.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, conflict, invalid, unauthorized } from '../../errors.ts';
import { foldAscii } from '../../fold-ascii.ts';
import { addJob } from '../../jobs/queue.ts';
import { writeLetter } from '../../mail/letter.ts';
import { joinInvitedTeam, joinTeamsInvitedTo } from '../invitations/operations.ts';
import { createTeamFor } from '../teams/operations.ts';
import {
  type Account,
  deletePasswordReset,
  findAccountByEmail,
  insertAccount,
  insertPasswordReset,
  proveEmail,
  replacePassword,
  takePasswordReset,
} from './queries.ts';
import type { Login, Reset, Session, Signup } from './schema.ts';

export async function signUp(context: Context, input: Signup): Promise<Session> {
  const passwordHash = await hashPassword(input.password);
  const account = await inTransaction(context.db, async (trx) => {
    const created = await createAccount(context, trx, { ...input, passwordHash, emailVerified: false });
    if (input.invitation) await joinInvitedTeam(context, trx, created.id, input.invitation);
    return created;
  });
  return openSession(context, account);
}

export interface NewAccount {
  email: string;
  name?: string;
  team_name?: string;
  passwordHash: string | null;
  emailVerified: boolean;
}

/** A user and the first team that the user owns. */
export async function createAccount(context: Context, trx: Trx, input: NewAccount): Promise<Account> {
  const name = input.name ?? input.email.slice(0, input.email.indexOf('@'));
  const values = {
    email: input.email,
    name,
    password_hash: input.passwordHash,
    email_verified_at: input.emailVerified ? new Date() : null,
  };
  const account = await insertAccount(trx, values).catch((error) => {
    throw violates(error, 'users_email_key')
      ? conflict('An account with this e-mail address already exists')
      : error;
  });
  await createTeamFor(context, trx, account.id, {
    name: input.team_name ?? `${[...name].slice(0, 190).join('')}'s hive`,
  });
  return account;
}

export async function logIn(context: Context, { email, password }: Login): Promise<Session> {
  const startedAt = Date.now();
  const account = await findAccountByEmail(context.db, email);
  const matches = await isPassword(account?.password_hash, password);
  if (!account || !matches) throw unauthorized('Invalid email or password');
  return openSession(context, account, startedAt);
}

/** Dated from when the account was read: a password that changes in the meantime voids this token too. */
export async function openSession(context: Context, account: Account, readAt = Date.now()): Promise<Session> {
  const user = { id: account.id, validFrom: account.tokens_valid_from };
  return { access_token: await issueAccessToken(context.secretKey, user, readAt), token_type: 'bearer' };
}

/** Says nothing about whether the address is known: that is looked up later, by the job. */
export async function requestPasswordReset(context: Context, email: string, clientIp: string): Promise<void> {
  const limit = { name: 'password reset', subject: clientIp, max: 20, per: 'hour' } as const;
  try {
    await context.limiter.take([limit]);
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return;
    throw error;
  }
  await addJob(
    context.db,
    'send-password-reset',
    { email },
    { uniqueKey: `password reset ${foldAscii(email)}` },
  );
}

const resetsPerHour = 3;

export async function sendPasswordReset(context: Context, email: string): Promise<void> {
  const account = await findAccountByEmail(context.db, email);
  const resetId = account && (await insertPasswordReset(context.db, account.id, resetsPerHour));
  if (!resetId) return;
  try {
    await context.mailer.send(resetLetter(context, account.email, resetId));
  } catch (error) {
    await deletePasswordReset(context.db, resetId);
    throw error;
  }
}

function resetLetter({ config, secretKey }: Context, to: string, resetId: number) {
  return writeLetter({
    to,
    subject: 'Reset your Skep password',
    before: ['Somebody, hopefully you, asked for a new password for your Skep account.'],
    button: {
      label: 'Choose a new password',
      url: `${config.baseUrl}/reset-password#token=${signLink(secretKey, 'password-reset', resetId)}`,
    },
    after: [
      'The link works once, within the next hour. If it was not you, do nothing: your password stays as it is.',
    ],
  });
}

/** Whoever holds the link reads the account's mail, so this also proves the address. */
export async function resetPassword(context: Context, { token, password }: Reset): Promise<Session> {
  const resetId = readSignedLink(context.secretKey, 'password-reset', token);
  const passwordHash = resetId && (await hashPassword(password));
  if (!passwordHash) throw staleReset();
  const account = await inTransaction(context.db, async (trx) => {
    const userId = await takePasswordReset(trx, resetId);
    if (!userId) throw staleReset();
    await proveEmail(trx, userId);
    await joinTeamsInvitedTo(trx, userId);
    return replacePassword(trx, userId, passwordHash);
  });
  return openSession(context, account);
}

const staleReset = () => invalid('token', 'is not valid any more: ask for a new password reset');
