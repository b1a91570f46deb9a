import { statuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { OneOf } from '../../schema.ts';

export const ReportParams = Type.Object({ token: Type.String({ description: 'The end of a mailed link.' }) });

const publicStatuses = statuses.filter((status) => status !== 'spam');
const example = { title: 'Checkout button does nothing', status: 'resolved' };

export const PublicReport = Type.Object(
  { title: Type.String(), status: OneOf(publicStatuses) },
  { title: 'PublicReport', examples: [example] },
);
export type PublicReport = Static<typeof PublicReport>;

export const ReportAnswer = {
  description: 'What the reporter may know: a page, or JSON for those who ask for it',
  content: {
    'application/json': { schema: PublicReport, example },
    'text/html': { schema: { type: 'string' } },
  },
};
