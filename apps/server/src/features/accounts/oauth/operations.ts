import type { Context } from '../../../context.ts';
import type { Db, Trx } from '../../../db/connection.ts';
import { violatesUnique } from '../../../db/errors.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../errors.ts';
import { formats } from '../../../http/formats.ts';
import { type Account, findAccount, findAccountByEmail, replacePassword } from '../../users/queries.ts';
import { resetUnverifiedAccount } from '../clean-start.ts';
import type { Session } from '../schema.ts';
import { createAccount, issueSession } from '../sign-in.ts';
import type { Profile } from './providers.ts';

/** The login page explains each code. */
export class OAuthRefusal extends Error {
  readonly code: 'email_missing' | 'email_unverified' | 'signup_closed';

  constructor(code: OAuthRefusal['code']) {
    super(code);
    this.code = code;
  }
}

export async function signInWithProfile(
  context: Context,
  provider: string,
  profile: Profile,
): Promise<Session> {
  const findOrLink = () =>
    inTransaction(context.pools.main, async (trx) => {
      const identity = await trx
        .selectFrom('oauth_identities')
        .select('user_id')
        .where('provider', '=', provider)
        .where('subject', '=', profile.subject)
        .executeTakeFirst();
      const known = identity && (await findAccount(trx, identity.user_id));
      return known ? { account: known } : linkProfile(context, trx, provider, profile);
    });
  // Of two concurrent first sign-ins the second one fails, and then finds the account of the first.
  const { account, ...news } = await findOrLink().catch((error) => {
    if (wasCreatedConcurrently(error)) return findOrLink();
    throw error;
  });
  return issueSession(context, account, news);
}

const wasCreatedConcurrently = (error: unknown) =>
  violatesUnique(error, 'oauth_identities_pkey') || (error instanceof ApiError && error.status === 409);

async function linkProfile(
  context: Context,
  trx: Trx,
  provider: string,
  profile: Profile,
): Promise<SignedIn> {
  const { email, emailVerified } = profile;
  if (!email || !isUsableEmail(email)) throw new OAuthRefusal('email_missing');
  const existing = await findAccountByEmail(trx, email);
  if (existing && !emailVerified) throw new OAuthRefusal('email_unverified');
  const values = { email, passwordHash: null, emailVerified, ...usableName(profile.name) };
  const signedIn = existing
    ? await takeOverAccount(context, trx, existing)
    : { account: await createAccount(context, trx, values).catch(explainClosed) };
  const identity = { provider, subject: profile.subject, user_id: signedIn.account.id };
  await trx.insertInto('oauth_identities').values(identity).execute();
  return signedIn;
}

function explainClosed(error: unknown): never {
  throw error instanceof ApiError && error.status === 403 ? new OAuthRefusal('signup_closed') : error;
}

interface SignedIn {
  account: Account;
  startedClean?: boolean;
}

/** An account with an unverified address may be a stranger's, so its password and tokens are revoked. */
async function takeOverAccount(context: Context, trx: Trx, account: Account): Promise<SignedIn> {
  if (await resetUnverifiedAccount(context, trx, account))
    return { account: await replacePassword(trx, account.id, null), startedClean: true };
  return { account: (await findAccount(trx, account.id)) ?? account };
}

/** Emails are sent to it, so it is validated like the address of a sign-up. */
const isUsableEmail = (email: string) => [...email].length <= 254 && formats.email?.test(email);

function usableName(name: string | null): { name?: string } {
  const clean = (name ?? '').replaceAll('\0', '').toWellFormed();
  const short = [...clean].slice(0, 200).join('');
  return /\S/.test(short) ? { name: short } : {};
}

export async function deleteIdentities(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('oauth_identities').where('user_id', '=', userId).execute();
}
