import { sql } from 'kysely';
import type { SignupPolicy } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import type { Db, Trx } from '../../../db/connection.ts';
import { forbidden } from '../../../errors.ts';
import { isOpenInvitation } from '../../invitations/operations.ts';

export const signUpClosed = () => forbidden('Sign-up is closed');

/** Who may make an account now. The first account of an installation may always be made, or nobody could ever get in. */
export async function readAdmission({ config, pools }: Context): Promise<SignupPolicy> {
  if (config.signup === 'open' || !(await hasAccounts(pools.main))) return 'open';
  return config.signup;
}

interface Applicant {
  email: string;
  /** Whether a provider vouches for the address. */
  emailVerified: boolean;
  /** Whether they came with the token of an open invitation. */
  hasInvitation: boolean;
}

/**
 * Throws a 403 when `SIGNUP` keeps somebody out. The address alone admits nobody: anybody can type it. Must be called in the
 * transaction that creates the account, before it does.
 */
export async function demandAdmission({ config }: Context, trx: Trx, applicant: Applicant): Promise<void> {
  if (config.signup === 'open' || (await isFirst(trx))) return;
  if (config.signup === 'closed') throw signUpClosed();
  const { email, emailVerified, hasInvitation } = applicant;
  if (!hasInvitation && !(emailVerified && (await isInvited(trx, email)))) throw signUpClosed();
}

async function isFirst(trx: Trx): Promise<boolean> {
  if (await hasAccounts(trx)) return false;
  await lockFirstAccount(trx);
  return !(await hasAccounts(trx));
}

async function hasAccounts(db: Db): Promise<boolean> {
  return Boolean(await db.selectFrom('users').select('id').limit(1).executeTakeFirst());
}

/** An advisory lock: of those who want to be the first at the same moment, all but one wait and then find that account. */
async function lockFirstAccount(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`.execute(trx);
}

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
