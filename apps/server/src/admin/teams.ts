import { listTeams } from '../features/operator/teams/operations.ts';
import type { AdminCommand } from './command.ts';
import { pageOptions, readPage, showPage } from './list.ts';
import { onDatabase } from './on-database.ts';

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
