import type { Context } from '../../context.ts';
import { rateLimited } from '../../errors.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, ListOf, NoContent } from '../../schema.ts';
import { inTooManyTeams, teamIsFull } from '../teams/operations.ts';
import { Team } from '../teams/schema.ts';
import {
  acceptInvitation,
  acceptOwnInvitation,
  declineInvitation,
  emailNotVerified,
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

const teamRoute = routeOptions('teams', { auth: 'session', hasSecret: true });
const ownRoute = routeOptions('me', { auth: 'session' });
const ofTeam = IdParams('team_id');
const ofInvitation = IdParams('team_id', 'invitation_id');
const ofOwn = IdParams('invitation_id');

export function invitationRoutes(app: App, context: Context): void {
  app.post(
    '/teams/:team_id/members',
    teamRoute(
      'inviteMember',
      'Invite a member',
      {
        description:
          'Sends an email with a link that is valid for seven days, also if the address has no account. The person becomes a member by accepting. If email is configured, only users with a verified address can invite.',
        params: ofTeam,
        body: NewMember,
        response: { 202: Invited },
      },
      { errors: [mustVerifyFirst(), isMemberAlready(), rateLimited('3 per day', 86_400)] },
    ),
    async ({ actor, params, body }) => {
      await invite(context, actor, params.team_id, body.email);
      return { status: 'invited' as const, email: body.email };
    },
  );

  app.get(
    '/teams/:team_id/invitations',
    teamRoute('listInvitations', 'List open invitations', {
      params: ofTeam,
      response: { 200: ListOf(Invitation) },
    }),
    ({ actor, params }) => listInvitations(context, actor, params.team_id),
  );

  app.delete(
    '/teams/:team_id/invitations/:invitation_id',
    teamRoute('cancelInvitation', 'Cancel an invitation', {
      params: ofInvitation,
      response: { 204: NoContent },
    }),
    ({ actor, params }) => cancelInvitation(context, actor, params.team_id, params.invitation_id),
  );

  app.post(
    '/teams/:team_id/invitations/:invitation_id/resend',
    teamRoute(
      'resendInvitation',
      'Resend an invitation',
      {
        description:
          'Returns a new invitation with a new id. Its link is valid for seven days; the old link stops working. Counts as an invitation for rate limits.',
        params: ofInvitation,
        response: { 200: Invitation },
      },
      { errors: [mustVerifyFirst(), isMemberAlready(), rateLimited('3 per day', 86_400)] },
    ),
    ({ actor, params }) => resendInvitation(context, actor, params.team_id, params.invitation_id),
  );

  joiningRoutes(app, context);
}

const description = 'Requires a verified email address; otherwise 403.';

function joiningRoutes(app: App, context: Context): void {
  app.get(
    '/me/invitations',
    ownRoute(
      'listMyInvitations',
      'List your invitations',
      { description, response: { 200: ListOf(OwnInvitation) } },
      { errors: [emailNotVerified()] },
    ),
    ({ actor }) => listOwnInvitations(context, actor),
  );

  app.post(
    '/me/invitations/:invitation_id/accept',
    ownRoute(
      'acceptMyInvitation',
      'Accept an invitation',
      { description, params: ofOwn, response: { 200: Team } },
      { errors: [emailNotVerified(), inTooManyTeams(), teamIsFull()] },
    ),
    ({ actor, params }) => acceptOwnInvitation(context, actor, params.invitation_id),
  );

  app.delete(
    '/me/invitations/:invitation_id',
    ownRoute(
      'declineMyInvitation',
      'Decline an invitation',
      { description, params: ofOwn, response: { 204: NoContent } },
      { errors: [emailNotVerified()] },
    ),
    ({ actor, params }) => declineInvitation(context, actor, params.invitation_id),
  );

  app.post(
    '/invitations/preview',
    ownRoute(
      'previewInvitation',
      'Preview an invitation by token',
      {
        tags: ['teams'],
        description: 'Shows the team and the invited address, also to people without an account.',
        body: AcceptBody,
        response: { 200: InvitationPreview },
      },
      { auth: 'public', limits: [{ name: 'invitation preview', max: 60, per: 'minute', each: 'ip' }] },
    ),
    ({ body }) => previewInvitation(context, body.token),
  );

  app.post(
    '/invitations/accept',
    ownRoute(
      'acceptInvitation',
      'Accept an invitation by token',
      { tags: ['teams'], body: AcceptBody, response: { 200: Team } },
      { errors: [inTooManyTeams(), teamIsFull()] },
    ),
    ({ actor, body }) => acceptInvitation(context, actor, body.token),
  );
}
