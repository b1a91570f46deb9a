import { severities, statuses } from './enums.ts';

interface Filter {
  type: 'id' | 'enum' | 'time' | 'text' | 'search';
  /** Allowed values of an enum; for an id, the keywords accepted instead: `none` (null), `any` (not null) or `me`. */
  values?: readonly string[];
  /** In characters. */
  maxLength?: number;
  /** Set if the filter accepts several values: a bug matches any of them, or all. */
  repeated?: 'any' | 'all';
  /** Bug fields to compare with; one match is enough. Teams, labels and search are resolved separately. */
  fields?: readonly string[];
  /** Equality by default. `case-insensitive` applies to ASCII letters only. */
  comparison?: 'case-insensitive' | 'at-or-after' | 'before';
  /** The entity that an id refers to. It must belong to one of the requested teams. */
  refersTo?: 'project' | 'member' | 'label' | 'bug';
  description: string;
  /** Label in the dashboard, whose menus use the order of this table. Without a label there is no chip. */
  label?: string;
  /** Name in saved views if it differs; null if saved views do not support it. */
  viewName?: string | null;
  /** Argument name in the MCP tool `list_bugs` if it differs. */
  toolName?: string;
}

/**
 * All bug filters; a bug must match every filter given. Lists, exports, counts, bulk changes, saved views, MCP tools and the
 * dashboard derive their filters from this table.
 */
export const bugFilters = {
  team_id: { type: 'id', description: 'Bugs of this team.', viewName: null },
  project_id: {
    type: 'id',
    fields: ['project_id'],
    refersTo: 'project',
    description: 'Bugs of this project.',
    label: 'Project',
    viewName: 'project',
  },
  status: {
    type: 'enum',
    values: statuses,
    repeated: 'any',
    fields: ['status'],
    description: 'Bugs with any of these statuses.',
    label: 'Status',
  },
  severity: {
    type: 'enum',
    values: severities,
    repeated: 'any',
    fields: ['severity'],
    description: 'Bugs with any of these severities.',
    label: 'Severity',
  },
  assignee_id: {
    type: 'id',
    values: ['me', 'none'],
    fields: ['assignee_id'],
    refersTo: 'member',
    description: 'Bugs assigned to this team member. `me` is the caller, `none` means unassigned.',
    label: 'Assignee',
    viewName: 'assignee',
    toolName: 'assignee',
  },
  label_id: {
    type: 'id',
    repeated: 'all',
    refersTo: 'label',
    description: 'Bugs with all these labels.',
    label: 'Label',
    viewName: 'label',
    toolName: 'label_ids',
  },
  reporter: {
    type: 'text',
    maxLength: 1_000,
    fields: ['reporter_email', 'reporter_identifier'],
    comparison: 'case-insensitive',
    description:
      'Bugs from this reporter: a complete email address or identifier. The case of A–Z is ignored.',
    label: 'Reporter',
  },
  environment: {
    type: 'text',
    maxLength: 1_000,
    fields: ['environment'],
    description: 'Bugs from exactly this environment, such as `production`.',
    label: 'Environment',
  },
  app_version: {
    type: 'text',
    maxLength: 1_000,
    fields: ['app_version'],
    description: 'Bugs from exactly this app version, such as `2.4.1`.',
    label: 'Version',
  },
  browser: {
    type: 'text',
    maxLength: 100,
    fields: ['browser'],
    comparison: 'case-insensitive',
    description: 'Bugs reported with this browser, such as `firefox`. Derived from the user agent.',
    label: 'Browser',
  },
  os: {
    type: 'text',
    maxLength: 100,
    fields: ['os'],
    comparison: 'case-insensitive',
    description: 'Bugs reported on this operating system, such as `windows`. Derived from the user agent.',
    label: 'OS',
  },
  created_after: {
    type: 'time',
    fields: ['created_at'],
    comparison: 'at-or-after',
    description: 'Bugs created at or after this time.',
    label: 'Created after',
  },
  created_before: {
    type: 'time',
    fields: ['created_at'],
    comparison: 'before',
    description: 'Bugs created before this time.',
    label: 'Created before',
  },
  duplicate_of_id: {
    type: 'id',
    values: ['none', 'any'],
    fields: ['duplicate_of_id'],
    refersTo: 'bug',
    description: 'Duplicates of this bug. `any` matches all duplicates, `none` all other bugs.',
    label: 'Duplicates',
  },
  search: {
    type: 'search',
    maxLength: 500,
    description:
      'Full-text search in title, description, stack trace, reporter and URL. In production every search term must match ' +
      'the beginning of a word. In development the whole text must occur as a substring; case is ignored. A bug number ' +
      'such as `2001` or `#2001` also finds that bug.',
    viewName: 'q',
  },
} as const satisfies Record<string, Filter>;

type Table = typeof bugFilters;
export type BugFilterName = keyof Table;
export const bugFilterNames = Object.keys(bugFilters) as BugFilterName[];

export const maxFilterValues = 20;

type WordsOf<F> = F extends { values: readonly (infer Word)[] } ? Word : never;
type ValueOf<F> = F extends { type: 'id' }
  ? number | WordsOf<F>
  : F extends { type: 'enum' }
    ? WordsOf<F>
    : string;

/** Filters of a request. A repeatable filter is one value or an array. */
export type BugFilters = {
  [Name in BugFilterName]?: Table[Name] extends { repeated: string }
    ? ValueOf<Table[Name]> | ValueOf<Table[Name]>[]
    : ValueOf<Table[Name]>;
};

/** Looks up a filter with the general `Filter` type instead of its literal type. */
export const bugFilter = (name: BugFilterName): Filter => bugFilters[name];

/** `updated` puts the latest change first; `severity` puts critical bugs first, then the newest. */
export const bugSorts = ['newest', 'oldest', 'updated', 'severity'] as const;
export type BugSort = (typeof bugSorts)[number];

/** Groupings that the dashboard offers for lists. */
export const bugGroups = ['severity', 'project', 'assignee', 'status', 'day'] as const;
export type BugGroup = (typeof bugGroups)[number];

/** Filters of a saved view: some have other names, the team is implied, and sort and grouping are included. */
export type ViewFilters = {
  [Name in BugFilterName as Table[Name] extends { viewName: infer Other }
    ? Extract<Other, string>
    : Name]?: BugFilters[Name];
} & { sort?: BugSort; group?: BugGroup };
