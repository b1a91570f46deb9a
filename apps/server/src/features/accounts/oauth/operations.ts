import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { violatesUnique } from '../../../db/constraints.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../errors.ts';
import { formats } from '../../../http/formats.ts';
import { type Account, findAccount, findAccountByEmail, replacePassword } from '../../users/queries.ts';
import { prepareCleanStart, startCleanOnce } from '../clean-start/operations.ts';
import { createAccount, openSession } from '../sign-in/operations.ts';
import type { Session } from '../sign-in/schema.ts';
import type { Profile } from './providers.ts';
import { findIdentity, insertIdentity } from './queries.ts';

/** Why a sign-in through a provider ended without an account; the login page explains each. */
export class OAuthRefusal extends Error {
  readonly code: 'email_missing' | 'email_unverified';

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
      const userId = await findIdentity(trx, provider, profile.subject);
      const known = userId && (await findAccount(trx, userId));
      return known ? { account: known } : linkProfile(context, trx, provider, profile);
    });
  await prepareTakingOver(context, profile);
  // Of two first sign-ins at the same moment, the second finds what the first has made.
  const { account, ...news } = await findOrLink().catch((error) => {
    if (wasMadeMeanwhile(error)) return findOrLink();
    throw error;
  });
  return openSession(context, account, news);
}

async function prepareTakingOver(
  { pools: { main: db } }: Context,
  { email, emailVerified }: Profile,
): Promise<void> {
  if (!email || !emailVerified || !isUsableEmail(email)) return;
  const existing = await findAccountByEmail(db, email);
  if (existing) await prepareCleanStart(db, existing);
}

const wasMadeMeanwhile = (error: unknown) =>
  violatesUnique(error, 'oauth_identities_pkey') || (error instanceof ApiError && error.status === 409);

/** The first sign-in with this identity: it joins the account with the same e-mail, or makes a new one. */
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
    ? await takeOver(trx, existing)
    : { account: await createAccount(context, trx, values) };
  await insertIdentity(trx, provider, profile.subject, signedIn.account.id);
  return signedIn;
}

interface SignedIn {
  account: Account;
  startedClean?: boolean;
}

/**
 * The provider vouches for the address. If nobody has proved it to us yet, whoever signed up with it may have been a
 * stranger, so their password and tokens end here; the owner can set a new one by mail.
 */
async function takeOver(trx: Trx, account: Account): Promise<SignedIn> {
  if (await startCleanOnce(trx, account.id))
    return { account: await replacePassword(trx, account.id, null), startedClean: true };
  return { account: (await findAccount(trx, account.id)) ?? account };
}

/** A provider's word is checked like a signup's: mails go to this address. */
const isUsableEmail = (email: string) => [...email].length <= 254 && formats.email?.test(email);

/** Of what the provider calls the person, as much as a name can hold. */
function usableName(name: string | null): { name?: string } {
  const clean = (name ?? '').replaceAll('\0', '').toWellFormed();
  const short = [...clean].slice(0, 200).join('');
  return /\S/.test(short) ? { name: short } : {};
}
