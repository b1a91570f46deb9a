import { signLink } from '../auth/signed-links.ts';

interface LinkParts {
  config: { baseUrl: string };
  secretKey: string;
}

/** What the link is signed for: an address, whatever the mail was about. */
export const mutePurpose = 'mail-address';

/** Stands in every mail about bugs. It shows a page with a button, and mutes at once when it is posted to. */
export const muteUrlOf = ({ config, secretKey }: LinkParts, addressId: number) =>
  `${config.baseUrl}/api/v1/notifications/mute/${signLink(secretKey, mutePurpose, addressId)}`;

/** With these a mail program has a button of its own for it (RFC 8058). */
export const muteHeaders = (muteUrl: string) => ({
  'List-Unsubscribe': `<${muteUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
