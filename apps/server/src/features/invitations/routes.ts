import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { Team } from '../teams/schema.ts';
import { acceptInvitation } from './joining/operations.ts';
import { AcceptBody } from './schema.ts';

export function invitationRoutes(app: App, context: Context): void {
  app.post(
    '/invitations/accept',
    {
      config: { door: 'session', errors: [409] },
      schema: {
        tags: ['teams'],
        summary: 'Join the team of an invitation',
        body: AcceptBody,
        response: { 200: Team },
      },
    },
    ({ actor, body }) => acceptInvitation(context, actor, body.token),
  );
}
