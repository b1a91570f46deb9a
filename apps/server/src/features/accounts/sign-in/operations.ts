import { issueAccessToken } from '../../../auth/access-tokens.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { violatesUnique } from '../../../db/constraints.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { conflict, unauthorized } from '../../../errors.ts';
import { joinInvitedTeam } from '../../invitations/joining/operations.ts';
import { createFirstTeam } from '../../teams/operations.ts';
import {
  type Account,
  defaultName,
  findAccountByEmail,
  insertAccount,
  noteSignIn,
} from '../../users/queries.ts';
import { demandAdmission } from '../admission/operations.ts';
import { askForProof } from '../verification/operations.ts';
import type { Login, Session, Signup } from './schema.ts';

export async function signUp(context: Context, input: Signup, client: string): Promise<Session> {
  const passwordHash = await context.passwords.hash(input.password, client);
  const account = await inTransaction(context.pools.main, async (trx) => {
    const created = await createAccount(context, trx, { ...input, passwordHash, emailVerified: false });
    if (input.invitation) await joinInvitedTeam(context, trx, created.id, input.invitation);
    return created;
  });
  return issueSession(context, account);
}

export interface NewAccount {
  email: string;
  name?: string;
  team_name?: string;
  passwordHash: string | null;
  emailVerified: boolean;
}

/** Creates a user and the first team, which that user owns; throws a 403 when sign-up is closed to the address. */
export async function createAccount(context: Context, trx: Trx, input: NewAccount): Promise<Account> {
  await demandAdmission(context, trx, input.email);
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
  await createFirstTeam(context, trx, { id: account.id, name }, input.team_name);
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
