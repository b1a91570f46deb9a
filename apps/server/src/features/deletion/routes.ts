import type { Context } from '../../context.ts';
import { rateLimited } from '../../errors.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import { wrongPassword } from '../accounts/me.ts';
import { deleteMe, wrongEmail } from './account.ts';
import { eraseReporter } from './reporter.ts';
import { AccountDeletion, ErasedReporter, ReporterErasure, TeamDeletion } from './schema.ts';
import { deleteTeam, wrongSlug } from './team.ts';

const route = routeOptions('teams', { auth: 'session' });
const ofTeam = IdParams('team_id');

export function deletionRoutes(app: App, context: Context): void {
  app.delete(
    '/me',
    route(
      'deleteMe',
      'Delete your account',
      {
        tags: ['me'],
        description:
          'Takes the current `password`, or for an account without one its `email`. Teams with nobody else in them are deleted with everything in them. Comments in other teams stay, with author `null`.',
        body: AccountDeletion,
        response: { 204: NoContent },
      },
      { errors: [wrongPassword(), wrongEmail(), rateLimited('20 per hour', 3_600)] },
    ),
    ({ actor, body }) => deleteMe(context, actor, body),
  );

  app.delete(
    '/teams/:team_id',
    route(
      'deleteTeam',
      'Delete a team and all that is in it, for all its members',
      {
        description:
          'Takes the slug of the team, as a person has to type it; another one is 403. The team is closed at once, its keys within a second; what is in it is deleted in the background.',
        params: ofTeam,
        body: TeamDeletion,
        response: { 204: NoContent },
      },
      { errors: [wrongSlug()] },
    ),
    ({ actor, params, body }) => deleteTeam(context, actor, params.team_id, body.slug),
  );

  app.delete(
    '/teams/:team_id/reporters',
    route('eraseReporter', 'Forget a reporter', {
      description:
        "Removes the address, and the identifier beside it, from all of the team's bugs, and from the bodies and answers of deliveries that are kept. Saved views that list the reporter's bugs are deleted, as are mails that are yet to come; the address itself is deleted from those that were mailed once it no longer counts for limits or other teams. What people wrote stays as it is, and so do the team's own blocklist rules and notification addresses; an address that was muted by its owner stays muted. Timelines say nothing of it.",
      params: ofTeam,
      body: ReporterErasure,
      response: { 200: ErasedReporter },
    }),
    ({ actor, params, body }) => eraseReporter(context, actor, params.team_id, body.email),
  );
}
