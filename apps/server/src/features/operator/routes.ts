import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as jobs from './jobs.ts';
import { getOverview } from './overview.ts';
import {
  JobsQuery,
  OperatorJobList,
  OperatorProject,
  OperatorProjectPatch,
  OperatorTeamDetail,
  OperatorTeamList,
  OperatorTeamPatch,
  OperatorUserList,
  Overview,
  RetriedJobs,
  TeamsQuery,
  UsersQuery,
} from './schema.ts';
import * as teams from './teams.ts';
import { listUsers } from './users.ts';

const route = routeOptions('operator', { auth: 'operator' });

/** Routes for operators. Everyone else gets 404. */
export function operatorRoutes(app: App, context: Context): void {
  app.get(
    '/operator/overview',
    route('getOperatorOverview', 'Read the status of the installation', { response: { 200: Overview } }),
    () => getOverview(context),
  );

  operatorTeamRoutes(app, context);
  operatorJobRoutes(app, context);
}

function operatorTeamRoutes(app: App, context: Context): void {
  app.get(
    '/operator/teams',
    route('listOperatorTeams', 'List all teams with their usage', {
      querystring: TeamsQuery,
      response: { 200: OperatorTeamList },
    }),
    ({ query: { search = '', ...page } }) => teams.listTeams(context, search, page),
  );

  app.get(
    '/operator/teams/:team_id',
    route('getOperatorTeam', 'Read a team with members and projects', {
      params: IdParams('team_id'),
      response: { 200: OperatorTeamDetail },
    }),
    ({ params }) => teams.getTeam(context, params.team_id),
  );

  app.patch(
    '/operator/teams/:team_id',
    route('updateOperatorTeam', "Change a team's plan", {
      params: IdParams('team_id'),
      body: OperatorTeamPatch,
      response: { 200: OperatorTeamDetail },
    }),
    ({ params, body }) => teams.updateTeam(context, params.team_id, body),
  );

  app.patch(
    '/operator/projects/:project_id',
    route('updateOperatorProject', 'Change the rate limit of a project', {
      params: IdParams('project_id'),
      body: OperatorProjectPatch,
      response: { 200: OperatorProject },
    }),
    ({ params, body }) => teams.updateProject(context, params.project_id, body),
  );

  app.get(
    '/operator/users',
    route('listOperatorUsers', 'List all users', {
      querystring: UsersQuery,
      response: { 200: OperatorUserList },
    }),
    ({ query: { search = '', ...page } }) => listUsers(context, search, page),
  );
}

function operatorJobRoutes(app: App, context: Context): void {
  app.get(
    '/operator/jobs',
    route('listOperatorJobs', 'List failed jobs', {
      querystring: JobsQuery,
      response: { 200: OperatorJobList },
    }),
    ({ query }) => jobs.listFailedJobs(context, query),
  );

  app.post(
    '/operator/jobs/retry',
    route('retryOperatorJobs', 'Retry all failed jobs', {
      description: `Oldest first, at most ${jobs.retryBatchSize} per call. Call it again while some remain.`,
      response: { 200: RetriedJobs },
    }),
    () => jobs.retrySomeJobs(context),
  );

  app.post(
    '/operator/jobs/:job_id/retry',
    route('retryOperatorJob', 'Retry a failed job', {
      params: IdParams('job_id'),
      response: { 204: NoContent },
    }),
    async ({ params }) => {
      await jobs.retryJob(context, params.job_id);
    },
  );

  app.delete(
    '/operator/jobs/:job_id',
    route('deleteOperatorJob', 'Discard a failed job', {
      params: IdParams('job_id'),
      response: { 204: NoContent },
    }),
    async ({ params }) => {
      await jobs.discardJob(context, params.job_id);
    },
  );
}
