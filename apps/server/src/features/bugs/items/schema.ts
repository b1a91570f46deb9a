import { fieldsNotIn, withoutFields } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { exampleBug } from '../example.ts';
import { Bug } from '../schema.ts';

const tooLong = fieldsNotIn('list');
const { duplicate_count: _, ...listed } = withoutFields(Bug.properties, tooLong);
const { duplicate_count: __, ...listedExample } = withoutFields(exampleBug, tooLong);

/** A bug as lists show it: without its long texts, and without what would have to be counted for each bug. */
export const BugListItem = Type.Object(
  {
    ...listed,
    excerpt: Type.String({ description: 'The first 200 characters of the description.' }),
  },
  {
    title: 'BugListItem',
    examples: [{ ...listedExample, excerpt: exampleBug.description }],
  },
);
export type BugListItem = Static<typeof BugListItem>;
