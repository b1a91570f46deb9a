import type { SignupPolicy } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import type { Trx } from '../../../db/connection.ts';
import { forbidden } from '../../../errors.ts';
import * as queries from './queries.ts';

export const signUpClosed = () => forbidden('Sign-up is closed');

/** Who may make an account now. The first account of an installation may always be made, or nobody could ever get in. */
export async function readAdmission({ config, pools }: Context): Promise<SignupPolicy> {
  if (config.signup === 'open' || !(await queries.hasAccounts(pools.main))) return 'open';
  return config.signup;
}

export interface Applicant {
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
  if (!hasInvitation && !(emailVerified && (await queries.isInvited(trx, email)))) throw signUpClosed();
}

async function isFirst(trx: Trx): Promise<boolean> {
  if (await queries.hasAccounts(trx)) return false;
  await queries.lockFirstAccount(trx);
  return !(await queries.hasAccounts(trx));
}
