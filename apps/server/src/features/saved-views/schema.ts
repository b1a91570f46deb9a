import { bugFilter, bugFilterNames, bugGroups, type ViewFilters as Filters } from '@skep/vocabulary';
import Type, { type Static, type TSchema } from 'typebox';
import { Id, ListOf, OneOf, PatchOf, Text, Timestamp } from '../../schema.ts';
import { filterProperties } from '../bugs/filters.ts';
import { sortParameter } from '../bugs/list.ts';

/** Bug filters available in views, with their names there. */
export const viewFilterNames = bugFilterNames.flatMap((name) => {
  const { viewName = name } = bugFilter(name);
  return viewName === null ? [] : [{ name, viewName }];
});

/** The same schemas as the bug list, so that every saved view can be listed. */
export const ViewFilters = Type.Unsafe<Filters>(
  Type.Object(
    {
      ...Object.fromEntries(
        viewFilterNames.map(({ name, viewName }) => [viewName, filterProperties[name] as TSchema]),
      ),
      sort: sortParameter,
      group: Type.Optional(
        OneOf(bugGroups, {
          description: 'Grouping in the dashboard. Does not affect which bugs are listed.',
        }),
      ),
    },
    { title: 'ViewFilters', additionalProperties: false },
  ),
);
export type ViewFilters = Static<typeof ViewFilters>;

export const SavedView = Type.Object(
  {
    id: Id(),
    team_id: Id(),
    name: Type.String(),
    filters: ViewFilters,
    is_pinned: Type.Boolean(),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  {
    title: 'SavedView',
    examples: [
      {
        id: 5,
        team_id: 1,
        name: 'Mine and urgent',
        filters: { status: 'open', severity: 'critical', assignee: 'me', label: [8] },
        is_pinned: true,
        created_at: '2026-11-15T09:00:00.000Z',
        updated_at: '2026-11-15T09:00:00.000Z',
      },
    ],
  },
);
export const SavedViewList = ListOf(SavedView);

const name = Text(100);

export const NewSavedView = Type.Object(
  { name, filters: ViewFilters, is_pinned: Type.Optional(Type.Boolean()) },
  {
    title: 'NewSavedView',
    examples: [{ name: 'Mine and urgent', filters: { severity: 'critical', assignee: 'me' } }],
  },
);
export type NewSavedView = Static<typeof NewSavedView>;

export const SavedViewPatch = PatchOf(
  { name, filters: ViewFilters, is_pinned: Type.Boolean() },
  { title: 'SavedViewPatch', examples: [{ is_pinned: true }] },
);
export type SavedViewPatch = Static<typeof SavedViewPatch>;
