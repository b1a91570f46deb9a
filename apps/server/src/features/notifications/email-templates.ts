import type { Block, EmailTemplate } from '../../mail/email-template.ts';
import { muteHeaders } from '../../mail/mute-link.ts';
import { oneLine, quoteName, shorten } from '../../mail/untrusted-text.ts';
import type { BugToMail } from './new-bugs.ts';

export interface NewBugsMail {
  to: string;
  projectName: string;
  /** Not empty. */
  bugs: BugToMail[];
  /** Image URLs by bug id. */
  imageUrls: Map<number, string>;
  baseUrl: string;
  muteUrl: string;
}

export function newBugsEmail(mail: NewBugsMail): EmailTemplate {
  const [bug] = mail.bugs as [BugToMail];
  return {
    to: mail.to,
    ...(bug.total === 1 ? singleBug(mail, bug) : severalBugs(mail, bug.total)),
    headers: muteHeaders(mail.muteUrl),
  };
}

type Contents = Omit<EmailTemplate, 'to' | 'headers'>;

function singleBug(mail: NewBugsMail, bug: BugToMail): Contents {
  return {
    subject: `New bug in ${oneLine(mail.projectName, 80)}: ${oneLine(bug.title, 100)}`,
    before: [
      `New bug with severity ${bug.severity} in ${quoteName(mail.projectName)}:`,
      { quote: oneLine(bug.title, 200) },
      { quote: shorten(bug.excerpt.trim(), 400) },
    ],
    button: { label: 'Open bug', url: addressOf(mail, bug) },
    after: [...imageOf(mail, bug), ...footer(mail)],
  };
}

function severalBugs(mail: NewBugsMail, total: number): Contents {
  const count = total > 1000 ? 'More than 1,000' : String(total);
  const others = total - mail.bugs.length;
  const more = total > 1000 ? 'And many more.' : `And ${others} more.`;
  return {
    subject: `${count} new bugs in ${oneLine(mail.projectName, 80)}`,
    before: [
      `${count} bugs were reported in ${quoteName(mail.projectName)}:`,
      ...mail.bugs.flatMap((bug) => [
        { label: `${quoteName(bug.title, 200)} (${bug.severity})`, url: addressOf(mail, bug) },
        ...imageOf(mail, bug),
      ]),
      ...(others > 0 ? [more] : []),
    ],
    button: { label: 'Open inbox', url: `${mail.baseUrl}/` },
    after: footer(mail),
  };
}

const addressOf = ({ baseUrl }: NewBugsMail, { id }: BugToMail) => `${baseUrl}/bugs/${id}`;

function imageOf({ imageUrls }: NewBugsMail, { id }: BugToMail): Block[] {
  const url = imageUrls.get(id);
  return url ? [{ label: 'Screenshot (link valid for seven days)', url }] : [];
}

const footer = ({ to, projectName, muteUrl }: NewBugsMail): Block[] => [
  `You receive this email because ${to} is a notification address of ${quoteName(projectName)}. At most one email per minute is sent.`,
  { label: 'Unsubscribe', url: muteUrl },
];

/** Sent to an address that someone else entered. */
export function consentEmail({
  to,
  projectName,
  confirmUrl,
  muteUrl,
}: Record<'to' | 'projectName' | 'confirmUrl' | 'muteUrl', string>): EmailTemplate {
  return {
    to,
    subject: `Confirm notifications for ${oneLine(projectName, 80)}`,
    before: [
      `Someone added ${to} to the notification addresses of the project ${quoteName(projectName)} on Skep, a bug reporting service.`,
    ],
    button: { label: 'Confirm address', url: confirmUrl },
    after: [
      'You will receive emails about new bugs only after you confirm. If you did not expect this, ignore this email.',
      { label: 'Unsubscribe', url: muteUrl },
    ],
    headers: muteHeaders(muteUrl),
  };
}
