import { signLink } from '../auth/signed-links.ts';

interface LinkParts {
  config: { baseUrl: string };
  secretKey: string;
}

/** The purpose that the link is signed for. It mutes an address, whatever the mail was about. */
export const mutePurpose = 'mail-address';

/** The link in every mail about bugs. GET shows a page with a button, and POST mutes the address at once. */
export const muteUrlOf = ({ config, secretKey }: LinkParts, addressId: number) =>
  `${config.baseUrl}/api/v1/notifications/mute/${signLink(secretKey, mutePurpose, addressId)}`;

/** Headers with which a mail program shows a button of its own for the link: one-click unsubscribe (RFC 8058). */
export const muteHeaders = (muteUrl: string) => ({
  'List-Unsubscribe': `<${muteUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
