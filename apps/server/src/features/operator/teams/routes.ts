import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IdParams } from '../../../schema.ts';
import * as operations from './operations.ts';
import {
  OperatorProject,
  OperatorProjectPatch,
  OperatorTeamDetail,
  OperatorTeamList,
  OperatorTeamPatch,
  TeamsQuery,
} from './schema.ts';

const tags = ['operator'];
const config = { auth: 'operator' } as const;
const params = IdParams('team_id');

export function operatorTeamRoutes(app: App, context: Context): void {
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
    ({ query: { search = '', ...page } }) => operations.listTeams(context, search, page),
  );

  app.get(
    '/operator/teams/:team_id',
    {
      config,
      schema: {
        tags,
        operationId: 'getOperatorTeam',
        summary: 'Read any team, with its members and projects',
        params,
        response: { 200: OperatorTeamDetail },
      },
    },
    ({ params }) => operations.getTeam(context, params.team_id),
  );

  app.patch(
    '/operator/teams/:team_id',
    {
      config,
      schema: {
        tags,
        operationId: 'updateOperatorTeam',
        summary: "Change a team's plan",
        params,
        body: OperatorTeamPatch,
        response: { 200: OperatorTeamDetail },
      },
    },
    ({ params, body }) => operations.updateTeam(context, params.team_id, body),
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
    ({ params, body }) => operations.updateProject(context, params.project_id, body),
  );
}
