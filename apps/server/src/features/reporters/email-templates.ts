import type { Block, EmailTemplate } from '../../mail/email-template.ts';
import { muteHeaders } from '../../mail/mute-link.ts';
import { oneLine, quoteName } from '../../mail/untrusted-text.ts';
import type { ResolvedBug } from './operations.ts';

export interface ResolvedMail {
  /** Not empty; newest first. */
  bugs: ResolvedBug[];
  urlOf(bugId: number): string;
  muteUrl: string;
}

export function resolvedEmail(mail: ResolvedMail): EmailTemplate {
  const [bug] = mail.bugs as [ResolvedBug];
  return {
    to: bug.reporter_email,
    ...(bug.total === 1 ? singleBug(mail, bug) : severalBugs(mail, bug)),
    headers: muteHeaders(mail.muteUrl),
  };
}

type Contents = Omit<EmailTemplate, 'to' | 'headers'>;

function singleBug(mail: ResolvedMail, bug: ResolvedBug): Contents {
  return {
    subject: `Resolved: ${oneLine(bug.title, 100)}`,
    before: ['Thank you for your report. It has been resolved:', { quote: oneLine(bug.title, 200) }],
    button: { label: 'View your report', url: mail.urlOf(bug.id) },
    after: ['If the problem still occurs, please report it again.', ...footer(mail)],
  };
}

function severalBugs(mail: ResolvedMail, { total }: ResolvedBug): Contents {
  const unlisted = total - mail.bugs.length;
  return {
    subject: `${total} of your reports have been resolved`,
    before: [
      `Thank you for your reports. ${total} of them have been resolved:`,
      ...mail.bugs.map(({ id, title }) => ({ label: quoteName(title, 200), url: mail.urlOf(id) })),
      ...(unlisted > 0 ? [`And ${unlisted} more.`] : []),
    ],
    after: ['If a problem still occurs, please report it again.', ...footer(mail)],
  };
}

const footer = ({ muteUrl }: ResolvedMail): Block[] => [
  'At most one such email per day and project is sent.',
  { label: 'Unsubscribe', url: muteUrl },
];
