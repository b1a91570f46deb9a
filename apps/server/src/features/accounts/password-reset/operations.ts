import { addJob } from '../../../background/queue.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { invalid } from '../../../errors.ts';
import { foldAscii } from '../../../fold-ascii.ts';
import type { Network } from '../../../http/client-ip.ts';
import { perNetwork } from '../../../limits/limiter.ts';
import { isWithin } from '../../../limits/within.ts';
import { writeLetter } from '../../../mail/letter.ts';
import { revokeMcpTokens } from '../../mcp/tokens.ts';
import { findAccount, findAccountByEmail, replacePassword } from '../../users/queries.ts';
import { startCleanOnce } from '../clean-start/operations.ts';
import { issueSession } from '../sign-in/operations.ts';
import type { Session } from '../sign-in/schema.ts';
import {
  deleteOldPasswordResets,
  deletePasswordReset,
  findPasswordReset,
  insertPasswordReset,
  takePasswordReset,
} from './queries.ts';
import type { Reset } from './schema.ts';
import { mailedResetToken, readResetToken, resetUrl, unmailedResetToken } from './token.ts';

/**
 * Adds a job that sends the mail. The answer does not tell whether the address has an account, not even by the time it
 * takes, because only the job looks for one.
 */
export async function requestPasswordReset(
  context: Context,
  email: string,
  networks: Network[],
): Promise<void> {
  const limits = perNetwork({ name: 'password reset', max: 20, per: 'hour' }, networks);
  if (!(await isWithin(context.limiter, limits))) return;
  await addJob(
    context.pools.main,
    'send-password-reset',
    { email },
    { uniqueKey: `password reset ${foldAscii(email)}` },
  );
}

const resetsPerHour = 3;

export async function sendPasswordReset(context: Context, email: string): Promise<void> {
  const account = await findAccountByEmail(context.pools.main, email);
  const resetId = account && (await insertPasswordReset(context.pools.main, account.id, resetsPerHour));
  if (!resetId) return;
  try {
    await context.mailer.send(resetLetter(context, account.email, resetId));
  } catch (error) {
    await deletePasswordReset(context.pools.main, resetId);
    throw error;
  }
}

/** Without SMTP the letter is written to the log, where it shows nothing about who reads the address. */
function resetLetter(context: Context, to: string, resetId: number) {
  const token = (context.config.smtpUrl ? mailedResetToken : unmailedResetToken)(context, resetId);
  return writeLetter({
    to,
    subject: 'Reset your Skep password',
    before: ['Somebody, hopefully you, asked for a new password for your Skep account.'],
    button: {
      label: 'Choose a new password',
      url: resetUrl(context, token),
    },
    after: [
      'The link works once, within the next hour. If it was not you, do nothing: your password stays as it is.',
    ],
  });
}

/**
 * Sets a new password. A mailed link proves access to the mailbox, so this also verifies the address. The old password,
 * the sessions and the MCP tokens end, because a stranger may have had them. Hashing a password is expensive by design, so
 * it is done only after the link has been checked.
 */
export async function resetPassword(
  context: Context,
  { token, password }: Reset,
  client: string,
): Promise<Session> {
  const link = readResetToken(context, token);
  const userId = link && (await findPasswordReset(context.pools.main, link.id));
  if (!userId) throw staleReset();
  const passwordHash = await context.passwords.hash(password, client);
  const { account, startedClean } = await inTransaction(context.pools.main, async (trx) => {
    if (!(await takePasswordReset(trx, link.id, userId))) throw staleReset();
    const before = await findAccount(trx, userId);
    if (!before) throw staleReset();
    const startedClean = link.isMailed && (await startCleanOnce(context, trx, before));
    await revokeMcpTokens(trx, userId);
    return { account: await replacePassword(trx, userId, passwordHash), startedClean };
  });
  return issueSession(context, account, { startedClean });
}

const staleReset = () => invalid('token', 'is not valid any more: ask for a new password reset');

export function forgetPasswordResets({ pools }: Context): Promise<number> {
  return deleteOldPasswordResets(pools.main);
}
