import { signLink } from '../auth/signed-links.ts';

interface LinkParts {
  config: { baseUrl: string };
  secretKey: string;
}

/** The link mutes an address, whatever the email was about. */
export const mutePurpose = 'mail-address';

/** GET shows a confirmation page; POST mutes at once. */
export const muteUrlOf = ({ config, secretKey }: LinkParts, addressId: number) =>
  `${config.baseUrl}/api/v1/notifications/mute/${signLink(secretKey, mutePurpose, addressId)}`;

/** One-click unsubscribe headers (RFC 8058). */
export const muteHeaders = (muteUrl: string) => ({
  'List-Unsubscribe': `<${muteUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
