import type { Context } from '../context.ts';
import { findTeamId, listProjects } from '../features/operator/teams/operations.ts';
import type { AdminCommand } from './command.ts';
import { pageOptions, readPage, showPage } from './list.ts';
import { onDatabase } from './on-database.ts';
import { noSuchTeam } from './set-plan.ts';

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
