import { severities, statuses } from './words.ts';

interface Filter {
  /** What its value is: an id, one of `words`, a time or a date, all of a text, or what to search for. */
  takes: 'id' | 'word' | 'time' | 'text' | 'search';
  /** Every value that a word can have; or what may stand in place of an id: `none` (null), `any` (not null) or `me`. */
  words?: readonly string[];
  /** The longest length of a text in characters. */
  most?: number;
  /** How several values are meant, where there may be several: a bug has any of them, or all. */
  repeated?: 'any' | 'all';
  /** The fields of a bug that it is compared with, any of which may match. Teams, labels and searches are looked up otherwise. */
  fields?: readonly string[];
  /** How it is compared. Values are equal unless it says otherwise; `folded` ignores the case of ASCII letters. */
  compares?: 'folded' | 'from' | 'before';
  /** What an id refers to: it has to be in one of the teams. */
  refersTo?: 'project' | 'member' | 'label' | 'bug';
  description: string;
  /** Its name among the chips and menus of the dashboard, in whose order the table is; none without a chip. */
  label?: string;
  /** Its name in a saved view, where that is another one; null when views do not have it. */
  inView?: string | null;
  /** Its name among the arguments of the tool that lists bugs, where that is another one. */
  inTool?: string;
}

/**
 * Everything by which bugs can be filtered. A bug has to meet all filters that are given. What lists, exports, counts, bulk
 * changes, saved views, assistants and the dashboard can ask for follows from this table.
 */
export const bugFilters = {
  team_id: { takes: 'id', description: 'Of this team.', inView: null },
  project_id: {
    takes: 'id',
    fields: ['project_id'],
    refersTo: 'project',
    description: 'Of this project.',
    label: 'Honeycomb',
    inView: 'project',
  },
  status: {
    takes: 'word',
    words: statuses,
    repeated: 'any',
    fields: ['status'],
    description: 'With any of these statuses.',
    label: 'Status',
  },
  severity: {
    takes: 'word',
    words: severities,
    repeated: 'any',
    fields: ['severity'],
    description: 'With any of these severities.',
    label: 'Severity',
  },
  assignee_id: {
    takes: 'id',
    words: ['me', 'none'],
    fields: ['assignee_id'],
    refersTo: 'member',
    description: 'Assigned to this member of a team, to `me` or to `none`.',
    label: 'Assignee',
    inView: 'assignee',
    inTool: 'assignee',
  },
  label_id: {
    takes: 'id',
    repeated: 'all',
    refersTo: 'label',
    description: 'With every one of these labels.',
    label: 'Label',
    inView: 'label',
    inTool: 'label_ids',
  },
  reporter: {
    takes: 'text',
    most: 1_000,
    fields: ['reporter_email', 'reporter_identifier'],
    compares: 'folded',
    description: 'By this reporter: all of an e-mail address or identifier, whatever the case of A to Z.',
    label: 'Reporter',
  },
  environment: {
    takes: 'text',
    most: 1_000,
    fields: ['environment'],
    description: 'From exactly this environment.',
    label: 'Environment',
  },
  app_version: {
    takes: 'text',
    most: 1_000,
    fields: ['app_version'],
    description: 'From exactly this version.',
    label: 'Version',
  },
  browser: {
    takes: 'text',
    most: 100,
    fields: ['browser'],
    compares: 'folded',
    description: 'With this browser, as its user agent names it, such as `firefox`.',
    label: 'Browser',
  },
  os: {
    takes: 'text',
    most: 100,
    fields: ['os'],
    compares: 'folded',
    description: 'On this operating system, as its user agent names it, such as `windows`.',
    label: 'System',
  },
  created_after: {
    takes: 'time',
    fields: ['created_at'],
    compares: 'from',
    description: 'Created at this time or later.',
    label: 'Since',
  },
  created_before: {
    takes: 'time',
    fields: ['created_at'],
    compares: 'before',
    description: 'Created before this time.',
    label: 'Before',
  },
  duplicate_of_id: {
    takes: 'id',
    words: ['none', 'any'],
    fields: ['duplicate_of_id'],
    refersTo: 'bug',
    description: 'Marked as duplicates of this bug, of `any` or of `none`.',
    label: 'Duplicates',
  },
  search: {
    takes: 'search',
    most: 500,
    description:
      'Text in title, description, stack trace, reporter or URL. In production every word must be the beginning of a ' +
      'word there; in development all of it must occur as it stands, in either case. A bug number such as `2001` or ' +
      '`#2001` also finds that bug.',
    inView: 'q',
  },
} as const satisfies Record<string, Filter>;

type Table = typeof bugFilters;
export type BugFilterName = keyof Table;
export const bugFilterNames = Object.keys(bugFilters) as BugFilterName[];

/** How many values a repeated filter takes. */
export const filterValuesAllowed = 20;

type WordsOf<F> = F extends { words: readonly (infer Word)[] } ? Word : never;
type ValueOf<F> = F extends { takes: 'id' }
  ? number | WordsOf<F>
  : F extends { takes: 'word' }
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
  [Name in BugFilterName as Table[Name] extends { inView: infer Other }
    ? Extract<Other, string>
    : Name]?: BugFilters[Name];
} & { sort?: BugSort; group?: BugGroup };
