import { readSignedLink, signLink } from '../../../auth/signed-links.ts';
import type { Context } from '../../../context.ts';

/** The token of a mailed link. Having it shows that one reads the account's address. */
export const mailedResetToken = ({ secretKey }: Context, resetId: number) =>
  signLink(secretKey, 'password-reset', resetId);

/** The token of a link that the operator hands over, from the command line or the log. It verifies no address. */
export const unmailedResetToken = ({ secretKey }: Context, resetId: number) =>
  signLink(secretKey, 'password-reset by operator', resetId);

export const resetUrl = ({ config }: Context, token: string) =>
  `${config.baseUrl}/reset-password#token=${token}`;

export function readResetToken(
  { secretKey }: Context,
  token: string,
): { id: number; isMailed: boolean } | null {
  const mailed = readSignedLink(secretKey, 'password-reset', token);
  const id = mailed ?? readSignedLink(secretKey, 'password-reset by operator', token);
  return id === null ? null : { id, isMailed: mailed !== null };
}
