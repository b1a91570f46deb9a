import { named, oneLine } from '../../mail/foreign-text.ts';
import type { Block, Letter } from '../../mail/letter.ts';
import { muteHeaders } from '../../mail/mute-link.ts';
import type { ResolvedBug } from './queries.ts';

export interface Told {
  /** At least one, the newest first. */
  bugs: ResolvedBug[];
  /** Where the reporter sees what became of a bug. */
  urlOf(bugId: number): string;
  muteUrl: string;
}

/** About one bug, or about several that were resolved within a day. */
export function resolvedLetter(told: Told): Letter {
  const [bug] = told.bugs as [ResolvedBug];
  return {
    to: bug.reporter_email,
    ...(bug.total === 1 ? aboutOne(told, bug) : aboutSeveral(told, bug)),
    headers: muteHeaders(told.muteUrl),
  };
}

type Contents = Omit<Letter, 'to' | 'headers'>;

function aboutOne(told: Told, bug: ResolvedBug): Contents {
  return {
    subject: `Resolved: ${oneLine(bug.title, 100)}`,
    before: ['Thank you for your report. It has been resolved:', { quote: oneLine(bug.title, 200) }],
    button: { label: 'See your report', url: told.urlOf(bug.id) },
    after: ['If it still happens, please report it again.', ...footer(told)],
  };
}

function aboutSeveral(told: Told, { total }: ResolvedBug): Contents {
  const unlisted = total - told.bugs.length;
  return {
    subject: `${total} of your reports have been resolved`,
    before: [
      `Thank you for your reports. ${total} of them have been resolved:`,
      ...told.bugs.map(({ id, title }) => ({ label: named(title, 200), url: told.urlOf(id) })),
      ...(unlisted > 0 ? [`And ${unlisted} more.`] : []),
    ],
    after: ['If something still happens, please report it again.', ...footer(told)],
  };
}

const footer = ({ muteUrl }: Told): Block[] => [
  'There is at most one such mail a day about each project that you report to.',
  { label: 'Stop these mails', url: muteUrl },
];
