import Type, { type Static } from 'typebox';
import { Id, PagedListOf, paginationQuery } from '../../../schema.ts';
import { filterParameters } from '../filters/schema.ts';
import { BugListItem } from '../items/schema.ts';

export const BugListQuery = Type.Object({
  ...filterParameters,
  limit: paginationQuery.limit,
  // It has no default, because then nobody could tell whether it was given.
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'How many of the first are left out.',
    }),
  ),
  before_id: Type.Optional(
    Id({
      description:
        'In place of `offset`: the page begins with the newest bug whose id is smaller. With the last id of a page this is ' +
        'the next one, whatever has been reported meanwhile.',
    }),
  ),
});
export type BugListQuery = Static<typeof BugListQuery>;

const paged = PagedListOf(BugListItem) as ReturnType<typeof PagedListOf<typeof BugListItem>> & {
  examples: unknown[];
};

/** Said by everything that looks into the search index. */
export const indexing = Type.Optional(
  Type.Boolean({
    description:
      'There, and true, while so many reports wait to be indexed that they cannot be searched: what is answered is right, and ' +
      'newer reports that match are missing. They are found soon, so ask again in a little while.',
  }),
);

/** How many bugs match some filters. */
export const totalProperties = {
  total: Type.Integer({ description: 'How many bugs match, on whatever page.' }),
  total_capped: Type.Optional(
    Type.Boolean({
      description:
        'There when at least `total` match, and perhaps more: a search is counted up to 1000, and counts of many filters ' +
        'tell what has been found within some seconds.',
    }),
  ),
  indexing,
};

export const BugList = Type.Object(
  { ...paged.properties, ...totalProperties },
  { title: 'BugList', examples: paged.examples },
);
export type BugList = Static<typeof BugList>;
