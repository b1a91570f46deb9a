import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as operations from './operations.ts';
import { MemberList, NewTeam, Team, TeamList, TeamPatch } from './schema.ts';

const tags = ['teams'];
const auth = 'session';

export function teamRoutes(app: App, context: Context): void {
  app.get(
    '/teams',
    {
      config: { auth },
      schema: { tags, operationId: 'listTeams', summary: 'List your teams', response: { 200: TeamList } },
    },
    ({ actor }) => operations.listTeams(context, actor),
  );

  app.post(
    '/teams',
    {
      config: {
        auth,
        errors: [operations.slugTaken(), operations.inTooManyTeams(), operations.guessesTooManySlugs()],
      },
      schema: {
        tags,
        operationId: 'createTeam',
        summary: 'Create a team; without a slug, one is made from the name',
        body: NewTeam,
        response: { 201: Team },
      },
    },
    async ({ actor, body }, reply) => reply.code(201).send(await operations.createTeam(context, actor, body)),
  );

  app.get(
    '/teams/:team_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'getTeam',
        summary: 'Read a team',
        params: IdParams('team_id'),
        response: { 200: Team },
      },
    },
    ({ actor, params }) => operations.getTeam(context, actor, params.team_id),
  );

  app.patch(
    '/teams/:team_id',
    {
      config: { auth, errors: [operations.slugTaken(), operations.guessesTooManySlugs()] },
      schema: {
        tags,
        operationId: 'updateTeam',
        summary: 'Rename a team or change its slug',
        params: IdParams('team_id'),
        body: TeamPatch,
        response: { 200: Team },
      },
    },
    ({ actor, params, body }) => operations.updateTeam(context, actor, params.team_id, body),
  );

  app.get(
    '/teams/:team_id/members',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listMembers',
        summary: 'List the members',
        params: IdParams('team_id'),
        response: { 200: MemberList },
      },
    },
    ({ actor, params }) => operations.listMembers(context, actor, params.team_id),
  );

  app.delete(
    '/teams/:team_id/members/:user_id',
    {
      config: { auth, errors: [operations.isLastOwner()] },
      schema: {
        tags,
        operationId: 'removeMember',
        summary: 'Remove a member',
        params: IdParams('team_id', 'user_id'),
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await operations.removeMember(context, actor, params.team_id, params.user_id);
      return reply.code(204).send(null);
    },
  );
}
