import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IdParams, NoContent } from '../../../schema.ts';
import { TeamDeletion } from '../schema.ts';
import { deleteTeam, wrongSlug } from './operations.ts';

export function teamLeavingRoutes(app: App, context: Context): void {
  app.delete(
    '/teams/:team_id',
    {
      config: { auth: 'session', errors: [wrongSlug()] },
      schema: {
        tags: ['teams'],
        operationId: 'deleteTeam',
        summary: 'Delete a team and all that is in it, for all its members',
        description:
          'Takes the slug of the team, as a person has to type it; another one is 403. The team is closed at once, its keys within a second; what is in it is deleted in the background.',
        params: IdParams('team_id'),
        body: TeamDeletion,
        response: { 204: NoContent },
      },
    },
    async ({ actor, params, body }, reply) => {
      await deleteTeam(context, actor, params.team_id, body.slug);
      return reply.code(204).send(null);
    },
  );
}
