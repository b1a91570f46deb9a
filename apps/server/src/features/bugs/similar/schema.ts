import Type, { type Static } from 'typebox';
import { ListOf } from '../../../schema.ts';
import { BugListItem } from '../items/schema.ts';
import { indexing } from '../list/schema.ts';

const [exampleItem] = (BugListItem as { examples?: object[] }).examples ?? [];

const SimilarBug = Type.Object(
  {
    ...BugListItem.properties,
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'How likely it is a duplicate. From 0.8 to 1 with the same stack trace but for line numbers, addresses and hashes; up ' +
        'to 0.7 without it. Within that, the share of words that both titles have decides; long words count more. A bug ' +
        'that others are marked as duplicates of scores as the likeliest of them.',
    }),
  },
  { title: 'SimilarBug', examples: [{ ...exampleItem, score: 0.92 }] },
);

const listed = ListOf(SimilarBug);

export const SimilarBugs = Type.Object(
  { ...listed.properties, indexing },
  { title: 'SimilarBugList', examples: (listed as { examples?: unknown[] }).examples ?? [] },
);
export type SimilarBugs = Static<typeof SimilarBugs>;
