import type { Context } from '../context.ts';
import { listGivenUp } from '../features/operator/jobs.ts';
import { findTeamId, listProjects, listTeams } from '../features/operator/teams.ts';
import { listUsers } from '../features/operator/users.ts';
import type { Pagination } from '../schema.ts';
import { noSuchTeam } from './changes.ts';
import { type AdminCommand, type AdminOption, type Given, type Outcome, readNumber } from './command.ts';
import { onDatabase } from './database.ts';
import { type Column, toTable } from './output.ts';

const usualLimit = 50;
const mostLimit = 10_000;

/** The options of every list: which part of it is shown. */
export const pageOptions: Record<string, AdminOption> = {
  limit: { value: 'number', summary: `how many at most; ${usualLimit} unless given` },
  offset: { value: 'number', summary: 'how many of the first are left out' },
};

export function readPage({ option }: Given): Pagination {
  return {
    limit: readNumber('--limit', option('limit') ?? String(usualLimit), 1, mostLimit),
    offset: readNumber('--offset', option('offset') ?? '0', 0, Number.MAX_SAFE_INTEGER),
  };
}

interface Page<Row> extends Pagination {
  items: Row[];
  total: number;
}

/** A page of a list, newest first, and where the next one begins. */
export function showPage<Row>(things: string, page: Page<Row>, columns: Column<Row>[]): Outcome {
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

export const teamsCommand: AdminCommand = {
  takes: [],
  summary: 'Lists teams with their plans and what came in this month, newest first',
  options: {
    search: { value: 'text', summary: 'only those with this in their name or slug' },
    ...pageOptions,
  },
  async run(given) {
    const page = readPage(given);
    const search = given.option('search') ?? '';
    const teams = await onDatabase((context) => listTeams(context, search, page));
    return showPage('teams', teams, [
      { title: 'ID', value: ({ id }) => id },
      { title: 'SLUG', value: ({ slug }) => slug },
      { title: 'NAME', value: ({ name }) => name },
      { title: 'PLAN', value: ({ plan }) => plan },
      { title: 'MEMBERS', value: ({ member_count }) => member_count },
      { title: 'PROJECTS', value: ({ project_count }) => project_count },
      { title: 'STORED', value: ({ usage }) => usage.stored },
      { title: 'DROPPED', value: ({ usage }) => usage.dropped_quota + usage.dropped_blocklist },
    ]);
  },
};

export const projectsCommand: AdminCommand = {
  takes: [],
  summary: 'Lists projects with their caps and what came in this month, newest first',
  options: { team: { value: 'slug', summary: 'only those of this team' }, ...pageOptions },
  async run(given) {
    const page = readPage(given);
    const projects = await onDatabase(async (context) =>
      listProjects(context, await teamIdOf(context, given.option('team')), page),
    );
    return showPage('projects', projects, [
      { title: 'ID', value: ({ id }) => id },
      { title: 'TEAM', value: ({ team_slug }) => team_slug },
      { title: 'NAME', value: ({ name }) => name },
      { title: 'A MINUTE', value: ({ reports_per_minute }) => reports_per_minute },
      { title: 'A MONTH', value: ({ cap }) => cap ?? 'any' },
      { title: 'STORED', value: ({ usage }) => usage.stored },
      { title: 'OVER CAP', value: ({ usage }) => usage.dropped_quota },
      { title: 'BLOCKED', value: ({ usage }) => usage.dropped_blocklist },
    ]);
  },
};

const teamIdOf = async (context: Context, slug: string | undefined) =>
  slug === undefined ? null : findTeamId(context, slug).catch(noSuchTeam(slug));

export const usersCommand: AdminCommand = {
  takes: [],
  summary: 'Lists users with their teams, newest first',
  options: {
    search: { value: 'text', summary: 'only those with this in their name or e-mail address' },
    ...pageOptions,
  },
  async run(given) {
    const page = readPage(given);
    const search = given.option('search') ?? '';
    const users = await onDatabase((context) => listUsers(context, search, page));
    return showPage('users', users, [
      { title: 'ID', value: ({ id }) => id },
      { title: 'E-MAIL', value: ({ email }) => email },
      { title: 'NAME', value: ({ name }) => name },
      { title: 'PROVED', value: ({ email_verified }) => (email_verified ? 'yes' : 'no') },
      { title: 'OPERATOR', value: ({ is_operator }) => (is_operator ? 'yes' : 'no') },
      { title: 'TEAMS', value: ({ teams }) => teams.map(({ slug }) => slug).join(' ') },
    ]);
  },
};

export const jobsCommand: AdminCommand = {
  takes: [],
  summary: 'Lists jobs that failed too often and were given up, newest first',
  options: pageOptions,
  async run(given) {
    const page = readPage(given);
    const jobs = await onDatabase((context) => listGivenUp(context, page));
    return showPage('jobs that gave up', jobs, [
      { title: 'ID', value: ({ id }) => id },
      { title: 'KIND', value: ({ kind }) => kind },
      { title: 'ABOUT', value: ({ payload }) => JSON.stringify(payload) },
      { title: 'ATTEMPTS', value: ({ attempts }) => attempts },
      { title: 'LAST ERROR', value: ({ last_error }) => last_error ?? '' },
    ]);
  },
};
