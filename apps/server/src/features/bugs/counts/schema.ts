import Type, { type Static } from 'typebox';
import { BugFilterObject } from '../filters/schema.ts';
import { totalProperties } from '../list/schema.ts';

export const CountsRequest = Type.Object(
  { filters: Type.Array(BugFilterObject, { minItems: 1, maxItems: 50 }) },
  {
    title: 'CountsRequest',
    examples: [{ filters: [{ status: ['open', 'in_progress'] }, { assignee_id: 'me', status: 'open' }] }],
  },
);
export type CountsRequest = Static<typeof CountsRequest>;

export const Counts = Type.Object(
  { counts: Type.Array(Type.Object(totalProperties), { description: 'In the order of the filters.' }) },
  { title: 'Counts', examples: [{ counts: [{ total: 61 }, { total: 4 }] }] },
);
