import type { Context } from '../../context.ts';
import { rateLimited } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { routesOf } from '../../http/route.ts';
import { ListOf } from '../../schema.ts';
import { inTooManyTeams, teamIsFull } from '../teams/operations.ts';
import { Team } from '../teams/schema.ts';
import {
  acceptInvitation,
  acceptOwnInvitation,
  addressNotProved,
  declineInvitation,
  listOwnInvitations,
  previewInvitation,
} from './joining.ts';
import {
  cancelInvitation,
  invite,
  isMemberAlready,
  listInvitations,
  mustVerifyFirst,
  resendInvitation,
} from './operations.ts';
import { AcceptBody, Invitation, InvitationPreview, Invited, NewMember, OwnInvitation } from './schema.ts';

export function invitationRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'session', tags: ['teams'] });

  routes.post(
    '/teams/:team_id/members',
    {
      operationId: 'inviteMember',
      summary: 'Invite somebody to the team',
      description:
        'Whoever has the address gets a mail with a link, good for seven days, whether or not they have an account. They are a member once they have said yes. Where email is configured, only users whose own address is verified can invite.',
      body: NewMember,
      response: { 202: Invited },
      errors: [mustVerifyFirst(), isMemberAlready(), rateLimited('3 per day', 86_400)],
    },
    async ({ actor, params, body }) => {
      await invite(context, actor, params.team_id, body.email);
      return { status: 'invited' as const, email: body.email };
    },
  );

  routes.get(
    '/teams/:team_id/invitations',
    {
      operationId: 'listInvitations',
      summary: 'List the invitations that are still open',
      response: { 200: ListOf(Invitation) },
    },
    ({ actor, params }) => listInvitations(context, actor, params.team_id),
  );

  routes.delete(
    '/teams/:team_id/invitations/:invitation_id',
    { operationId: 'cancelInvitation', summary: 'Take an invitation back' },
    ({ actor, params }) => cancelInvitation(context, actor, params.team_id, params.invitation_id),
  );

  routes.post(
    '/teams/:team_id/invitations/:invitation_id/resend',
    {
      operationId: 'resendInvitation',
      summary: 'Send an invitation again',
      description:
        'Answers the invitation that takes its place, with an id of its own: the new link is good for seven days, and the old one is dead. Counts as an invitation.',
      response: { 200: Invitation },
      errors: [mustVerifyFirst(), isMemberAlready(), rateLimited('3 per day', 86_400)],
    },
    ({ actor, params }) => resendInvitation(context, actor, params.team_id, params.invitation_id),
  );

  joiningRoutes(app, context);
}

const description = 'For a user whose e-mail address is proved; others get a 403.';

function joiningRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'session', tags: ['me'] });

  routes.get(
    '/me/invitations',
    {
      operationId: 'listMyInvitations',
      summary: 'List the teams that invite you: the newest 200',
      description,
      response: { 200: ListOf(OwnInvitation) },
      errors: [addressNotProved()],
    },
    ({ actor }) => listOwnInvitations(context, actor),
  );

  routes.post(
    '/me/invitations/:invitation_id/accept',
    {
      operationId: 'acceptMyInvitation',
      summary: 'Join a team that invites you',
      description,
      response: { 200: Team },
      errors: [addressNotProved(), inTooManyTeams(), teamIsFull()],
    },
    ({ actor, params }) => acceptOwnInvitation(context, actor, params.invitation_id),
  );

  routes.delete(
    '/me/invitations/:invitation_id',
    {
      operationId: 'declineMyInvitation',
      summary: 'Decline an invitation',
      description,
      errors: [addressNotProved()],
    },
    ({ actor, params }) => declineInvitation(context, actor, params.invitation_id),
  );

  routes.post(
    '/invitations/preview',
    {
      tags: ['teams'],
      operationId: 'previewInvitation',
      summary: 'Read an invitation by the token of its link',
      description: 'Says which team invites whom, to somebody who may not have an account yet.',
      body: AcceptBody,
      response: { 200: InvitationPreview },
      auth: 'public',
      limits: [{ name: 'invitation preview', max: 60, per: 'minute', each: 'ip' }],
    },
    ({ body }) => previewInvitation(context, body.token),
  );

  routes.post(
    '/invitations/accept',
    {
      tags: ['teams'],
      operationId: 'acceptInvitation',
      summary: 'Join the team of an invitation',
      body: AcceptBody,
      response: { 200: Team },
      errors: [inTooManyTeams(), teamIsFull()],
    },
    ({ actor, body }) => acceptInvitation(context, actor, body.token),
  );
}
