import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as operations from './operations.ts';
import { MemberList, NewTeam, Team, TeamList, TeamPatch } from './schema.ts';

const route = routeOptions('teams', { auth: 'session' });
const ofTeam = IdParams('team_id');

export function teamRoutes(app: App, context: Context): void {
  app.get('/teams', route('listTeams', 'List your teams', { response: { 200: TeamList } }), ({ actor }) =>
    operations.listTeams(context, actor),
  );

  app.post(
    '/teams',
    route(
      'createTeam',
      'Create a team',
      { body: NewTeam, response: { 201: Team } },
      { errors: [operations.slugTaken(), operations.inTooManyTeams(), operations.guessesTooManySlugs()] },
    ),
    ({ actor, body }) => operations.createTeam(context, actor, body),
  );

  app.get(
    '/teams/:team_id',
    route('getTeam', 'Read a team', { params: ofTeam, response: { 200: Team } }),
    ({ actor, params }) => operations.getTeam(context, actor, params.team_id),
  );

  app.patch(
    '/teams/:team_id',
    route(
      'updateTeam',
      'Rename a team or change its slug',
      { params: ofTeam, body: TeamPatch, response: { 200: Team } },
      { errors: [operations.slugTaken(), operations.guessesTooManySlugs()] },
    ),
    ({ actor, params, body }) => operations.updateTeam(context, actor, params.team_id, body),
  );

  app.get(
    '/teams/:team_id/members',
    route('listMembers', 'List the members of a team', { params: ofTeam, response: { 200: MemberList } }),
    ({ actor, params }) => operations.listMembers(context, actor, params.team_id),
  );

  app.delete(
    '/teams/:team_id/members/:user_id',
    route(
      'removeMember',
      'Remove a member',
      { params: IdParams('team_id', 'user_id'), response: { 204: NoContent } },
      { errors: [operations.isLastOwner()] },
    ),
    ({ actor, params }) => operations.removeMember(context, actor, params.team_id, params.user_id),
  );
}
