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
          'Requires the current `password`, or the `email` of an account without one. Teams without other members are deleted with all data. Comments in other teams stay with author `null`.',
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
      'Delete a team and all its data',
      {
        description:
          'Requires the slug of the team as confirmation; a different slug is rejected with 403. The team is closed at once and its keys stop working within a second. Its data is deleted in the background.',
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
    route('eraseReporter', 'Erase a reporter', {
      description:
        'Removes the email address and identifier from all bugs of the team and from stored webhook deliveries. Saved views that filter by the reporter and pending emails are deleted. The address itself is deleted once it no longer counts for rate limits or other teams. Report texts, blocklist rules and notification addresses stay. A muted address stays muted. The timeline shows nothing.',
      params: ofTeam,
      body: ReporterErasure,
      response: { 200: ErasedReporter },
    }),
    ({ actor, params, body }) => eraseReporter(context, actor, params.team_id, body.email),
  );
}
