import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IdParams, ListOf, NoContent } from '../../schema.ts';
import { cancelInvitation, invite, listInvitations } from '../invitations/operations.ts';
import { Invitation } from '../invitations/schema.ts';
import * as operations from './operations.ts';
import { Invited, MemberList, NewMember, NewTeam, Team, TeamList, TeamPatch } from './schema.ts';

const tags = ['teams'];
const door = 'session';

export function teamRoutes(app: App, context: Context): void {
  app.get(
    '/teams',
    { config: { door }, schema: { tags, summary: 'List your teams', response: { 200: TeamList } } },
    ({ actor }) => operations.listTeams(context, actor),
  );

  app.post(
    '/teams',
    {
      config: { door, errors: [409] },
      schema: {
        tags,
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
      config: { door },
      schema: { tags, summary: 'Read a team', params: IdParams('team_id'), response: { 200: Team } },
    },
    ({ actor, params }) => operations.getTeam(context, actor, params.team_id),
  );

  app.patch(
    '/teams/:team_id',
    {
      config: { door, errors: [409] },
      schema: {
        tags,
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
      config: { door },
      schema: {
        tags,
        summary: 'List the members',
        params: IdParams('team_id'),
        response: { 200: MemberList },
      },
    },
    ({ actor, params }) => operations.listMembers(context, actor, params.team_id),
  );

  app.post(
    '/teams/:team_id/members',
    {
      config: { door, errors: [409, 429] },
      schema: {
        tags,
        summary: 'Invite somebody to the team',
        description:
          'Whoever has the address gets a mail with a link, good for seven days, whether or not they have an account. They are a member once they have said yes.',
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

  app.delete(
    '/teams/:team_id/members/:user_id',
    {
      config: { door, errors: [409] },
      schema: {
        tags,
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

  app.get(
    '/teams/:team_id/invitations',
    {
      config: { door },
      schema: {
        tags,
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
      config: { door },
      schema: {
        tags,
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
}
