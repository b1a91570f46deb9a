import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import type { Context } from '../../context.ts';

/** The token of the link in an invitation email. Having it shows that one reads the invited address. */
export const mailedToken = ({ secretKey }: Context, invitationId: number) =>
  signLink(secretKey, 'invitation', invitationId);

/** The token of the link that members copy where email is off. It admits whoever has it, and verifies no address. */
export const copiedToken = ({ secretKey }: Context, invitationId: number) =>
  signLink(secretKey, 'copied invitation', invitationId);

export const invitationUrl = ({ config }: Context, token: string) =>
  `${config.baseUrl}/invitation#token=${token}`;

export function readInvitationToken(
  { secretKey }: Context,
  token: string,
): { id: number; isMailed: boolean } | null {
  const mailed = readSignedLink(secretKey, 'invitation', token);
  const id = mailed ?? readSignedLink(secretKey, 'copied invitation', token);
  return id === null ? null : { id, isMailed: mailed !== null };
}
