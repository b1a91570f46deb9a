import { statuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { htmlContent } from '../../http/html-page.ts';
import { Nullable, OneOf, Timestamp } from '../../schema.ts';

const publicStatuses = statuses.filter((status) => status !== 'spam');

/** Public status texts that reveal nothing internal. */
export const stateWords = {
  open: 'It has been received.',
  in_progress: 'It is being worked on.',
  resolved: 'It has been resolved.',
  closed: 'It has been closed.',
  wont_fix: 'It is not going to be changed.',
} as const;

const example = {
  title: 'Checkout button does nothing',
  status: 'resolved',
  state: stateWords.resolved,
  reported_at: '2026-11-15T09:00:00.000Z',
  resolved_at: '2026-11-16T10:30:00.000Z',
};

export const PublicReport = Type.Object(
  {
    title: Type.String(),
    status: OneOf(publicStatuses),
    state: Type.String({ description: 'The status as a sentence for people.' }),
    reported_at: Timestamp(),
    resolved_at: Nullable(Timestamp()),
  },
  { title: 'PublicReport', examples: [example] },
);
export type PublicReport = Static<typeof PublicReport>;

export const ReportGone = {
  description: 'The link is not valid, or no longer: a page, or JSON for those who ask for it',
  content: htmlContent,
};

export const ReportAnswer = {
  description: 'What the reporter may know: a page, or JSON for those who ask for it',
  content: { 'application/json': { schema: PublicReport, example }, ...htmlContent },
};
