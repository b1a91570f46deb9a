import type { Context } from '../../context.ts';
import { rateLimited } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { IdParams, ListOf, NoContent } from '../../schema.ts';
import { joiningRoutes } from './joining/routes.ts';
import {
  cancelInvitation,
  invite,
  isMemberAlready,
  listInvitations,
  mustVerifyFirst,
  resendInvitation,
} from './operations.ts';
import { Invitation, Invited, NewMember } from './schema.ts';

const tags = ['teams'];
const auth = 'session';

export function invitationRoutes(app: App, context: Context): void {
  app.post(
    '/teams/:team_id/members',
    {
      config: { auth, errors: [mustVerifyFirst(), isMemberAlready(), rateLimited('3 per day', 86_400)] },
      schema: {
        tags,
        operationId: 'inviteMember',
        summary: 'Invite somebody to the team',
        description:
          'Whoever has the address gets a mail with a link, good for seven days, whether or not they have an account. They are a member once they have said yes. Where email is configured, only users whose own address is verified can invite.',
        params: IdParams('team_id'),
        body: NewMember,
        response: { 202: Invited },
      },
    },
    async ({ actor, params, body }, reply) => {
      await invite(context, actor, params.team_id, body.email);
      return reply.code(202).send({ status: 'invited', email: body.email });
    },
  );

  app.get(
    '/teams/:team_id/invitations',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listInvitations',
        summary: 'List the invitations that are still open',
        params: IdParams('team_id'),
        response: { 200: ListOf(Invitation) },
      },
    },
    ({ actor, params }) => listInvitations(context, actor, params.team_id),
  );

  app.delete(
    '/teams/:team_id/invitations/:invitation_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'cancelInvitation',
        summary: 'Take an invitation back',
        params: IdParams('team_id', 'invitation_id'),
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await cancelInvitation(context, actor, params.team_id, params.invitation_id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/teams/:team_id/invitations/:invitation_id/resend',
    {
      config: { auth, errors: [mustVerifyFirst(), isMemberAlready(), rateLimited('3 per day', 86_400)] },
      schema: {
        tags,
        operationId: 'resendInvitation',
        summary: 'Send an invitation again',
        description:
          'Answers the invitation that takes its place, with an id of its own: the new link is good for seven days, and the old one is dead. Counts as an invitation.',
        params: IdParams('team_id', 'invitation_id'),
        response: { 200: Invitation },
      },
    },
    ({ actor, params }) => resendInvitation(context, actor, params.team_id, params.invitation_id),
  );

  joiningRoutes(app, context);
}
