import { named, oneLine, shorten } from '../../mail/foreign-text.ts';
import type { Block, Letter } from '../../mail/letter.ts';
import { muteHeaders } from '../../mail/mute-link.ts';
import type { NewBug } from './queries/notices.ts';

export interface Told {
  to: string;
  projectName: string;
  /** At least one. */
  bugs: NewBug[];
  /** By the id of the bug. */
  imageUrls: Map<number, string>;
  baseUrl: string;
  muteUrl: string;
}

/** About one new bug, or about several that came soon after another. */
export function newBugsLetter(told: Told): Letter {
  const [bug] = told.bugs as [NewBug];
  return {
    to: told.to,
    ...(bug.total === 1 ? aboutOne(told, bug) : aboutSeveral(told, bug.total)),
    headers: muteHeaders(told.muteUrl),
  };
}

type Contents = Omit<Letter, 'to' | 'headers'>;

function aboutOne(told: Told, bug: NewBug): Contents {
  return {
    subject: `New bug in ${oneLine(told.projectName, 80)}: ${oneLine(bug.title, 100)}`,
    before: [
      `A bug of ${bug.severity} severity was reported in ${named(told.projectName)}:`,
      { quote: oneLine(bug.title, 200) },
      { quote: excerptOf(bug) },
    ],
    button: { label: 'Open the bug', url: addressOf(told, bug) },
    after: [...imageOf(told, bug), ...footer(told)],
  };
}

function aboutSeveral(told: Told, total: number): Contents {
  const count = total > 1000 ? 'More than 1,000' : String(total);
  const others = total - told.bugs.length;
  const more = total > 1000 ? 'And many more.' : `And ${others} more.`;
  return {
    subject: `${count} new bugs in ${oneLine(told.projectName, 80)}`,
    before: [
      `${count} bugs were reported in ${named(told.projectName)}:`,
      ...told.bugs.flatMap((bug) => [
        { label: `${named(bug.title, 200)} (${bug.severity})`, url: addressOf(told, bug) },
        ...imageOf(told, bug),
      ]),
      ...(others > 0 ? [more] : []),
    ],
    button: { label: 'Open the inbox', url: `${told.baseUrl}/` },
    after: footer(told),
  };
}

const addressOf = ({ baseUrl }: Told, { id }: NewBug) => `${baseUrl}/bugs/${id}`;

const excerptOf = ({ excerpt }: NewBug) => shorten(excerpt.trim(), 400);

function imageOf({ imageUrls }: Told, { id }: NewBug): Block[] {
  const url = imageUrls.get(id);
  return url ? [{ label: 'Screenshot (link good for seven days)', url }] : [];
}

const footer = ({ to, projectName, muteUrl }: Told): Block[] => [
  `${to} is a notification address of ${named(projectName)}. At most one mail a minute is sent.`,
  { label: 'Stop these mails', url: muteUrl },
];

/** To an address that somebody else has put on a project's list. */
export function consentLetter({
  to,
  projectName,
  confirmUrl,
  muteUrl,
}: {
  to: string;
  projectName: string;
  confirmUrl: string;
  muteUrl: string;
}): Letter {
  return {
    to,
    subject: `Mails about new bugs in ${oneLine(projectName, 80)}?`,
    before: [
      `Somebody wants ${to} to be told by mail of new bugs in the project ${named(projectName)} on Skep, where bug reports are triaged.`,
    ],
    button: { label: 'Confirm this address', url: confirmUrl },
    after: [
      'Without that no such mail is sent. If you do not know what this is about, do nothing.',
      { label: 'Stop these mails', url: muteUrl },
    ],
    headers: muteHeaders(muteUrl),
  };
}
