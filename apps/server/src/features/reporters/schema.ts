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
  wont_fix: 'It will not be changed.',
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
    state: Type.String({ description: 'The status as a sentence.' }),
    reported_at: Timestamp(),
    resolved_at: Nullable(Timestamp()),
  },
  { title: 'PublicReport', examples: [example] },
);
export type PublicReport = Static<typeof PublicReport>;

export const ReportGone = {
  description: 'The link is invalid or expired, as a page or JSON',
  content: htmlContent,
};

export const ReportAnswer = {
  description: 'The status of the report, as a page or JSON',
  content: { 'application/json': { schema: PublicReport, example }, ...htmlContent },
};
