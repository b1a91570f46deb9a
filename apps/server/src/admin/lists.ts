import type { Context } from '../context.ts';
import { listFailedJobs } from '../features/operator/jobs.ts';
import { findTeamId, listProjects, listTeams } from '../features/operator/teams.ts';
import { listUsers } from '../features/operator/users.ts';
import type { Pagination } from '../schema.ts';
import { noSuchTeam } from './changes.ts';
import { type AdminCommand, type AdminOption, type Given, type Outcome, readNumber } from './command.ts';
import { onDatabase } from './database.ts';
import { type Columns, toTable } from './output.ts';

const defaultLimit = 50;
const maxLimit = 10_000;

interface Page<Row> extends Pagination {
  items: Row[];
  total: number;
}

interface List<Row> {
  things: string;
  summary: string;
  /** In addition to the pagination options. */
  options?: Record<string, AdminOption>;
  read(context: Context, page: Pagination, given: Given): Promise<Page<Row>>;
  columns: Columns<Row>;
}

const listing = <Row>({ things, summary, options, read, columns }: List<Row>): AdminCommand => ({
  takes: [],
  summary: `${summary}, newest first`,
  options: {
    ...options,
    limit: { value: 'number', summary: `maximum number of rows (default ${defaultLimit})` },
    offset: { value: 'number', summary: 'number of rows to skip' },
  },
  async run(given) {
    const page = {
      limit: readNumber('--limit', given.option('limit') ?? String(defaultLimit), 1, maxLimit),
      offset: readNumber('--offset', given.option('offset') ?? '0', 0, Number.MAX_SAFE_INTEGER),
    };
    return showPage(things, await onDatabase((context) => read(context, page, given)), columns);
  },
});

function showPage<Row>(things: string, page: Page<Row>, columns: Columns<Row>): Outcome {
  const { items, total, offset } = page;
  if (items.length === 0) return { data: page, text: '', note: `No ${offset > 0 ? 'more ' : ''}${things}.` };
  const end = offset + items.length;
  const next = end < total ? ` --offset ${end} shows more.` : '';
  return {
    data: page,
    text: toTable(items, columns),
    note: `${offset + 1} to ${end} of ${total} ${things}.${next}`,
  };
}

const teams = listing({
  things: 'teams',
  summary: 'Lists teams with their plans and usage this month',
  options: { search: { value: 'text', summary: 'only teams whose name or slug contains this' } },
  read: (context, page, { option }) => listTeams(context, option('search') ?? '', page),
  columns: {
    ID: ({ id }) => id,
    SLUG: ({ slug }) => slug,
    NAME: ({ name }) => name,
    PLAN: ({ plan }) => plan,
    MEMBERS: ({ member_count }) => member_count,
    PROJECTS: ({ project_count }) => project_count,
    STORED: ({ usage }) => usage.stored,
    DROPPED: ({ usage }) => usage.dropped_quota + usage.dropped_blocklist,
  },
});

const projects = listing({
  things: 'projects',
  summary: 'Lists projects with their caps and usage this month',
  options: { team: { value: 'slug', summary: 'only projects of this team' } },
  async read(context, page, { option }) {
    const slug = option('team');
    const teamId = slug === undefined ? null : await findTeamId(context, slug).catch(noSuchTeam(slug));
    return listProjects(context, teamId, page);
  },
  columns: {
    ID: ({ id }) => id,
    TEAM: ({ team_slug }) => team_slug,
    NAME: ({ name }) => name,
    'A MINUTE': ({ reports_per_minute }) => reports_per_minute,
    'A MONTH': ({ cap }) => cap ?? 'any',
    STORED: ({ usage }) => usage.stored,
    'OVER CAP': ({ usage }) => usage.dropped_quota,
    BLOCKED: ({ usage }) => usage.dropped_blocklist,
  },
});

const users = listing({
  things: 'users',
  summary: 'Lists users with their teams',
  options: { search: { value: 'text', summary: 'only users whose name or email address contains this' } },
  read: (context, page, { option }) => listUsers(context, option('search') ?? '', page),
  columns: {
    ID: ({ id }) => id,
    EMAIL: ({ email }) => email,
    NAME: ({ name }) => name,
    VERIFIED: ({ email_verified }) => (email_verified ? 'yes' : 'no'),
    OPERATOR: ({ is_operator }) => (is_operator ? 'yes' : 'no'),
    TEAMS: ({ teams }) => teams.map(({ slug }) => slug).join(' '),
  },
});

const jobs = listing({
  things: 'failed jobs',
  summary: 'Lists failed jobs',
  read: (context, page) => listFailedJobs(context, page),
  columns: {
    ID: ({ id }) => id,
    KIND: ({ kind }) => kind,
    ABOUT: ({ payload }) => JSON.stringify(payload),
    ATTEMPTS: ({ attempts }) => attempts,
    'LAST ERROR': ({ last_error }) => last_error ?? '',
  },
});

export const lists: Record<string, AdminCommand> = { teams, projects, users, jobs };
