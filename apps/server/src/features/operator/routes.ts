import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
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

/** What concerns the whole installation. To everybody but operators, none of this exists. */
export function operatorRoutes(app: App, context: Context): void {
  overviewRoutes(app, context);
  operatorTeamRoutes(app, context);
  operatorUserRoutes(app, context);
  operatorJobRoutes(app, context);
}

function overviewRoutes(app: App, context: Context): void {
  app.get(
    '/operator/overview',
    {
      config: { auth: 'operator' },
      schema: {
        tags: ['operator'],
        operationId: 'getOperatorOverview',
        summary: 'How the installation is getting on',
        response: { 200: Overview },
      },
    },
    () => getOverview(context),
  );
}

const tags = ['operator'];
const config = { auth: 'operator' } as const;

function operatorTeamRoutes(app: App, context: Context): void {
  app.get(
    '/operator/teams',
    {
      config,
      schema: {
        tags,
        operationId: 'listOperatorTeams',
        summary: 'List all teams with what they use, newest first',
        querystring: TeamsQuery,
        response: { 200: OperatorTeamList },
      },
    },
    ({ query: { search = '', ...page } }) => teams.listTeams(context, search, page),
  );

  app.get(
    '/operator/teams/:team_id',
    {
      config,
      schema: {
        tags,
        operationId: 'getOperatorTeam',
        summary: 'Read any team, with its members and projects',
        params: IdParams('team_id'),
        response: { 200: OperatorTeamDetail },
      },
    },
    ({ params }) => teams.getTeam(context, params.team_id),
  );

  app.patch(
    '/operator/teams/:team_id',
    {
      config,
      schema: {
        tags,
        operationId: 'updateOperatorTeam',
        summary: "Change a team's plan",
        params: IdParams('team_id'),
        body: OperatorTeamPatch,
        response: { 200: OperatorTeamDetail },
      },
    },
    ({ params, body }) => teams.updateTeam(context, params.team_id, body),
  );

  app.patch(
    '/operator/projects/:project_id',
    {
      config,
      schema: {
        tags,
        operationId: 'updateOperatorProject',
        summary: 'Change how many reports a minute each key of a project may send',
        params: IdParams('project_id'),
        body: OperatorProjectPatch,
        response: { 200: OperatorProject },
      },
    },
    ({ params, body }) => teams.updateProject(context, params.project_id, body),
  );
}

function operatorUserRoutes(app: App, context: Context): void {
  app.get(
    '/operator/users',
    {
      config: { auth: 'operator' },
      schema: {
        tags: ['operator'],
        operationId: 'listOperatorUsers',
        summary: 'List all users, newest first',
        querystring: UsersQuery,
        response: { 200: OperatorUserList },
      },
    },
    ({ query: { search = '', ...page } }) => listUsers(context, search, page),
  );
}

function operatorJobRoutes(app: App, context: Context): void {
  app.get(
    '/operator/jobs',
    {
      config,
      schema: {
        tags,
        operationId: 'listOperatorJobs',
        summary: 'List the jobs that were given up, newest first',
        querystring: JobsQuery,
        response: { 200: OperatorJobList },
      },
    },
    ({ query }) => jobs.listGivenUp(context, query),
  );

  app.post(
    '/operator/jobs/retry',
    {
      config,
      schema: {
        tags,
        operationId: 'retryOperatorJobs',
        summary: 'Try all jobs again that were given up',
        description: `The oldest first, ${jobs.retriedAtOnce} at most: call it again while some remain. Without any it does nothing.`,
        response: { 200: RetriedJobs },
      },
    },
    () => jobs.retrySomeJobs(context),
  );

  app.post(
    '/operator/jobs/:job_id/retry',
    {
      config,
      schema: {
        tags,
        operationId: 'retryOperatorJob',
        summary: 'Try a job again that was given up',
        params: IdParams('job_id'),
        response: { 204: NoContent },
      },
    },
    async ({ params }, reply) => {
      await jobs.retryJob(context, params.job_id);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/operator/jobs/:job_id',
    {
      config,
      schema: {
        tags,
        operationId: 'deleteOperatorJob',
        summary: 'Forget a job that was given up',
        params: IdParams('job_id'),
        response: { 204: NoContent },
      },
    },
    async ({ params }, reply) => {
      await jobs.forgetJob(context, params.job_id);
      return reply.code(204).send(null);
    },
  );
}
