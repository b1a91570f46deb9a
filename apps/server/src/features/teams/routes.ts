import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { routesOf } from '../../http/route.ts';
import * as operations from './operations.ts';
import { MemberList, NewTeam, Team, TeamList, TeamPatch } from './schema.ts';

export function teamRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'session', tags: ['teams'] });

  routes.get(
    '/teams',
    { operationId: 'listTeams', summary: 'List your teams', response: { 200: TeamList } },
    ({ actor }) => operations.listTeams(context, actor),
  );

  routes.post(
    '/teams',
    {
      operationId: 'createTeam',
      summary: 'Create a team; without a slug, one is made from the name',
      body: NewTeam,
      response: { 201: Team },
      errors: [operations.slugTaken(), operations.inTooManyTeams(), operations.guessesTooManySlugs()],
    },
    ({ actor, body }) => operations.createTeam(context, actor, body),
  );

  routes.get(
    '/teams/:team_id',
    { operationId: 'getTeam', summary: 'Read a team', response: { 200: Team } },
    ({ actor, params }) => operations.getTeam(context, actor, params.team_id),
  );

  routes.patch(
    '/teams/:team_id',
    {
      operationId: 'updateTeam',
      summary: 'Rename a team or change its slug',
      body: TeamPatch,
      response: { 200: Team },
      errors: [operations.slugTaken(), operations.guessesTooManySlugs()],
    },
    ({ actor, params, body }) => operations.updateTeam(context, actor, params.team_id, body),
  );

  routes.get(
    '/teams/:team_id/members',
    { operationId: 'listMembers', summary: 'List the members', response: { 200: MemberList } },
    ({ actor, params }) => operations.listMembers(context, actor, params.team_id),
  );

  routes.delete(
    '/teams/:team_id/members/:user_id',
    { operationId: 'removeMember', summary: 'Remove a member', errors: [operations.isLastOwner()] },
    ({ actor, params }) => operations.removeMember(context, actor, params.team_id, params.user_id),
  );
}
