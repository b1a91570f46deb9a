import { fieldsNotIn, withoutFields } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { exampleBug } from '../example.ts';
import { Bug } from '../schema.ts';

const tooLong = fieldsNotIn('list');

/** A bug as lists show it: without its long texts. */
export const BugListItem = Type.Object(
  {
    ...withoutFields(Bug.properties, tooLong),
    excerpt: Type.String({ description: 'The first 200 characters of the description.' }),
  },
  {
    title: 'BugListItem',
    examples: [{ ...withoutFields(exampleBug, tooLong), excerpt: exampleBug.description }],
  },
);
export type BugListItem = Static<typeof BugListItem>;
