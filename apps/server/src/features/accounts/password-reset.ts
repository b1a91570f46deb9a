import { sql } from 'kysely';
import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import { addJob } from '../../background/queue.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalid } from '../../errors.ts';
import { foldAscii } from '../../fold-ascii.ts';
import type { Network } from '../../http/client-ip.ts';
import { isWithin, perNetwork } from '../../limits/limiter.ts';
import { renderEmail } from '../../mail/email-template.ts';
import { revokeMcpTokens } from '../mcp/tokens.ts';
import { findAccount, findAccountByEmail, lockAccount, replacePassword } from '../users/queries.ts';
import { resetUnverifiedAccount } from './clean-start.ts';
import type { Reset, Session } from './schema.ts';
import { issueSession } from './sign-in.ts';

/** Only the job looks up the account, so that neither the response nor its timing reveals whether it exists. */
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
    await context.mailer.send(resetEmail(context, account.email, resetId));
  } catch (error) {
    await context.pools.main.deleteFrom('password_resets').where('id', '=', resetId).execute();
    throw error;
  }
}

/** Without SMTP the email goes to the log, so the link does not verify the address. */
function resetEmail(context: Context, to: string, resetId: number) {
  const token = (context.config.smtpUrl ? mailedResetToken : unmailedResetToken)(context, resetId);
  return renderEmail({
    to,
    subject: 'Reset your Skep password',
    before: ['Someone requested a new password for your Skep account.'],
    button: { label: 'Choose a new password', url: resetUrl(context, token) },
    after: [
      'The link is valid once within the next hour. If you did not request it, ignore this email: your password stays the same.',
    ],
  });
}

/** An emailed link proves access to the mailbox, so it also verifies the address. */
export async function resetPassword(
  context: Context,
  { token, password }: Reset,
  client: string,
): Promise<Session> {
  const link = readResetToken(context, token);
  if (!link) throw staleReset();
  const { user_id: userId } = await context.pools.main
    .selectFrom('password_resets')
    .select('user_id')
    .where('id', '=', link.id)
    .where(isLive)
    .executeTakeFirstOrThrow(staleReset);
  const passwordHash = await context.passwords.hash(password, client);
  const { account, startedClean } = await inTransaction(context.pools.main, async (trx) => {
    // Locked first in every transaction that changes a password, to prevent deadlocks.
    await lockAccount(trx, userId);
    const used = trx.deleteFrom('password_resets').where('id', '=', link.id).where(isLive).returning('id');
    await used.executeTakeFirstOrThrow(staleReset);
    const before = await findAccount(trx, userId);
    if (!before) throw staleReset();
    const startedClean = link.isMailed && (await resetUnverifiedAccount(context, trx, before));
    await revokeMcpTokens(trx, userId);
    return { account: await replacePassword(trx, userId, passwordHash), startedClean };
  });
  return issueSession(context, account, { startedClean });
}

const staleReset = () => invalid('token', 'is invalid or expired. Request a new password reset.');

export const deleteExpiredPasswordResets = ({ pools }: Context) =>
  deleteInPortions(pools.main, 'password_resets', sql`expires_at < now() - interval '1 day'`);

const isLive = sql<boolean>`expires_at > now()`;

/** Returns undefined if there were `maxPerHour` resets in the last hour. */
export async function insertPasswordReset(
  db: Db,
  userId: number,
  maxPerHour: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into password_resets (user_id, expires_at)
    select ${userId}, now() + interval '1 hour'
    where (select count(*) from password_resets
      where user_id = ${userId} and created_at between now() - interval '1 hour' and clock_timestamp() + interval '1 second'
      ) < ${maxPerHour}
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Token of an emailed link. It proves access to the mailbox. */
const mailedResetToken = ({ secretKey }: Context, resetId: number) =>
  signLink(secretKey, 'password-reset', resetId);

/** Token of a link that the operator passes on. It does not verify the address. */
export const unmailedResetToken = ({ secretKey }: Context, resetId: number) =>
  signLink(secretKey, 'password-reset by operator', resetId);

export const resetUrl = ({ config }: Context, token: string) =>
  `${config.baseUrl}/reset-password#token=${token}`;

function readResetToken({ secretKey }: Context, token: string): { id: number; isMailed: boolean } | null {
  const mailed = readSignedLink(secretKey, 'password-reset', token);
  const id = mailed ?? readSignedLink(secretKey, 'password-reset by operator', token);
  return id === null ? null : { id, isMailed: mailed !== null };
}
