import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import type { RouteLimit } from '../../../limits/hook.ts';
import { IdParams, ListOf, NoContent } from '../../../schema.ts';
import { inTooManyTeams, teamIsFull } from '../../teams/operations.ts';
import { Team } from '../../teams/schema.ts';
import { AcceptBody, InvitationPreview, OwnInvitation } from '../schema.ts';
import {
  acceptInvitation,
  acceptOwnInvitation,
  addressNotProved,
  declineInvitation,
  listOwnInvitations,
  previewInvitation,
} from './operations.ts';

const tags = ['me'];
const auth = 'session';
const previewLimits: RouteLimit[] = [{ name: 'invitation preview', max: 60, per: 'minute', each: 'ip' }];
const description = 'For a user whose e-mail address is proved; others get a 403.';

export function joiningRoutes(app: App, context: Context): void {
  app.get(
    '/me/invitations',
    {
      config: { auth, errors: [addressNotProved()] },
      schema: {
        tags,
        operationId: 'listMyInvitations',
        summary: 'List the teams that invite you: the newest 200',
        description,
        response: { 200: ListOf(OwnInvitation) },
      },
    },
    ({ actor }) => listOwnInvitations(context, actor),
  );

  app.post(
    '/me/invitations/:invitation_id/accept',
    {
      config: { auth, errors: [addressNotProved(), inTooManyTeams(), teamIsFull()] },
      schema: {
        tags,
        operationId: 'acceptMyInvitation',
        summary: 'Join a team that invites you',
        description,
        params: IdParams('invitation_id'),
        response: { 200: Team },
      },
    },
    ({ actor, params }) => acceptOwnInvitation(context, actor, params.invitation_id),
  );

  app.delete(
    '/me/invitations/:invitation_id',
    {
      config: { auth, errors: [addressNotProved()] },
      schema: {
        tags,
        operationId: 'declineMyInvitation',
        summary: 'Decline an invitation',
        description,
        params: IdParams('invitation_id'),
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await declineInvitation(context, actor, params.invitation_id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/invitations/preview',
    {
      config: { auth: 'public', limits: previewLimits },
      schema: {
        tags: ['teams'],
        operationId: 'previewInvitation',
        summary: 'Read an invitation by the token of its link',
        description: 'Says which team invites whom, to somebody who may not have an account yet.',
        body: AcceptBody,
        response: { 200: InvitationPreview },
      },
    },
    ({ body }) => previewInvitation(context, body.token),
  );

  app.post(
    '/invitations/accept',
    {
      config: { auth: 'session', errors: [inTooManyTeams(), teamIsFull()] },
      schema: {
        tags: ['teams'],
        operationId: 'acceptInvitation',
        summary: 'Join the team of an invitation',
        body: AcceptBody,
        response: { 200: Team },
      },
    },
    ({ actor, body }) => acceptInvitation(context, actor, body.token),
  );
}
