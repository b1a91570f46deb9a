import { severities, statuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, LooseText, OneOf, PagedListOf, paginationQuery } from '../../../schema.ts';
import { BugListItem } from '../items/schema.ts';

const labelsAtOnce = 20;

/** The filters of a list of bugs. A bug is listed when it meets all of them. */
export const BugFilters = Type.Object({
  project_id: Type.Optional(Id()),
  status: Type.Optional(OneOf(statuses)),
  severity: Type.Optional(OneOf(severities)),
  assignee_id: Type.Optional(
    Type.String({
      pattern: '^(me|none|[1-9]\\d{0,15})$',
      maxLength: 16,
      description: 'must be the id of a member of one of your teams, `me` or `none`',
    }),
  ),
  label_id: Type.Optional(
    Type.Array(Id(), {
      maxItems: labelsAtOnce,
      description: 'May be repeated: the bug must have every one of these labels.',
    }),
  ),
  search: Type.Optional(
    LooseText(500, {
      description:
        'Text in title, description, stack trace, reporter or URL. In production every word must be the beginning of a ' +
        'word there; in development all of it must occur as it stands, in either case.',
    }),
  ),
});
export type BugFilters = Static<typeof BugFilters>;

export const BugListQuery = Type.Object({ ...BugFilters.properties, ...paginationQuery });
export type BugListQuery = Static<typeof BugListQuery>;

const paged = PagedListOf(BugListItem) as ReturnType<typeof PagedListOf<typeof BugListItem>> & {
  examples: unknown[];
};

export const BugList = Type.Object(
  {
    ...paged.properties,
    total_capped: Type.Optional(
      Type.Boolean({ description: 'There when a search found more than `total`, which then is 1000.' }),
    ),
  },
  { examples: paged.examples },
);
export type BugList = Static<typeof BugList>;
