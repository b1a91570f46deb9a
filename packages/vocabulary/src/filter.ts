import { severities, statuses } from './enums.ts';

interface Filter {
  /** What its value is: an id, one of `words`, a time or a date, all of a text, or what to search for. */
  type: 'id' | 'enum' | 'time' | 'text' | 'search';
  /** Every value that a word can have; or what may stand in place of an id: `none` (null), `any` (not null) or `me`. */
  values?: readonly string[];
  /** The longest length of a text in characters. */
  maxLength?: number;
  /** How several values are meant, where there may be several: a bug has any of them, or all. */
  repeated?: 'any' | 'all';
  /** The fields of a bug that it is compared with, any of which may match. Teams, labels and searches are looked up otherwise. */
  fields?: readonly string[];
  /** How it is compared. Values are equal unless it says otherwise; `folded` ignores the case of ASCII letters. */
  comparison?: 'case-insensitive' | 'at-or-after' | 'before';
  /** What an id refers to: it has to be in one of the teams. */
  refersTo?: 'project' | 'member' | 'label' | 'bug';
  description: string;
  /** Its name among the chips and menus of the dashboard, in whose order the table is; none without a chip. */
  label?: string;
  /** Its name in a saved view, where that is another one; null when views do not have it. */
  viewName?: string | null;
  /** Its name among the arguments of the tool that lists bugs, where that is another one. */
  toolName?: string;
}

/**
 * Everything by which bugs can be filtered. A bug has to meet all filters that are given. What lists, exports, counts, bulk
 * changes, saved views, assistants and the dashboard can ask for follows from this table.
 */
export const bugFilters = {
  team_id: { type: 'id', description: 'Of this team.', viewName: null },
  project_id: {
    type: 'id',
    fields: ['project_id'],
    refersTo: 'project',
    description: 'Of this project.',
    label: 'Honeycomb',
    viewName: 'project',
  },
  status: {
    type: 'enum',
    values: statuses,
    repeated: 'any',
    fields: ['status'],
    description: 'With any of these statuses.',
    label: 'Status',
  },
  severity: {
    type: 'enum',
    values: severities,
    repeated: 'any',
    fields: ['severity'],
    description: 'With any of these severities.',
    label: 'Severity',
  },
  assignee_id: {
    type: 'id',
    values: ['me', 'none'],
    fields: ['assignee_id'],
    refersTo: 'member',
    description: 'Assigned to this member of a team, to `me` or to `none`.',
    label: 'Assignee',
    viewName: 'assignee',
    toolName: 'assignee',
  },
  label_id: {
    type: 'id',
    repeated: 'all',
    refersTo: 'label',
    description: 'With every one of these labels.',
    label: 'Label',
    viewName: 'label',
    toolName: 'label_ids',
  },
  reporter: {
    type: 'text',
    maxLength: 1_000,
    fields: ['reporter_email', 'reporter_identifier'],
    comparison: 'case-insensitive',
    description: 'By this reporter: all of an e-mail address or identifier, whatever the case of A to Z.',
    label: 'Reporter',
  },
  environment: {
    type: 'text',
    maxLength: 1_000,
    fields: ['environment'],
    description: 'From exactly this environment.',
    label: 'Environment',
  },
  app_version: {
    type: 'text',
    maxLength: 1_000,
    fields: ['app_version'],
    description: 'From exactly this version.',
    label: 'Version',
  },
  browser: {
    type: 'text',
    maxLength: 100,
    fields: ['browser'],
    comparison: 'case-insensitive',
    description: 'With this browser, as its user agent names it, such as `firefox`.',
    label: 'Browser',
  },
  os: {
    type: 'text',
    maxLength: 100,
    fields: ['os'],
    comparison: 'case-insensitive',
    description: 'On this operating system, as its user agent names it, such as `windows`.',
    label: 'System',
  },
  created_after: {
    type: 'time',
    fields: ['created_at'],
    comparison: 'at-or-after',
    description: 'Created at this time or later.',
    label: 'Since',
  },
  created_before: {
    type: 'time',
    fields: ['created_at'],
    comparison: 'before',
    description: 'Created before this time.',
    label: 'Before',
  },
  duplicate_of_id: {
    type: 'id',
    values: ['none', 'any'],
    fields: ['duplicate_of_id'],
    refersTo: 'bug',
    description: 'Marked as duplicates of this bug, of `any` or of `none`.',
    label: 'Duplicates',
  },
  search: {
    type: 'search',
    maxLength: 500,
    description:
      'Text in title, description, stack trace, reporter or URL. In production every word must be the beginning of a ' +
      'word there; in development all of it must occur as it stands, in either case. A bug number such as `2001` or ' +
      '`#2001` also finds that bug.',
    viewName: 'q',
  },
} as const satisfies Record<string, Filter>;

type Table = typeof bugFilters;
export type BugFilterName = keyof Table;
export const bugFilterNames = Object.keys(bugFilters) as BugFilterName[];

/** How many values a repeated filter takes. */
export const maxFilterValues = 20;

type WordsOf<F> = F extends { values: readonly (infer Word)[] } ? Word : never;
type ValueOf<F> = F extends { type: 'id' }
  ? number | WordsOf<F>
  : F extends { type: 'enum' }
    ? WordsOf<F>
    : string;

/** Filters as they are given: what may be repeated is one value or several. */
export type BugFilters = {
  [Name in BugFilterName]?: Table[Name] extends { repeated: string }
    ? ValueOf<Table[Name]> | ValueOf<Table[Name]>[]
    : ValueOf<Table[Name]>;
};

/** A row of the table with the type of all rows. */
export const bugFilter = (name: BugFilterName): Filter => bugFilters[name];

/** The order of a list: by creation, by the last change (latest first), or by severity (worst first, then newest). */
export const bugSorts = ['newest', 'oldest', 'updated', 'severity'] as const;
export type BugSort = (typeof bugSorts)[number];

/** What the rows of a list can be grouped by where they are shown. */
export const bugGroups = ['severity', 'project', 'assignee', 'status', 'day'] as const;
export type BugGroup = (typeof bugGroups)[number];

/** Filters as saved views have them: under names of their own, with a sort and a grouping, and without the team. */
export type ViewFilters = {
  [Name in BugFilterName as Table[Name] extends { viewName: infer Other }
    ? Extract<Other, string>
    : Name]?: BugFilters[Name];
} & { sort?: BugSort; group?: BugGroup };
