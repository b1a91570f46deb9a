import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { IdParams } from '../../../schema.ts';
import { getTeamStats } from './operations.ts';
import { StatsQuery, TeamStats } from './schema.ts';

export function statsRoutes(app: App, context: Context): void {
  app.get(
    '/teams/:team_id/stats',
    {
      config: { auth: 'session' },
      schema: {
        tags: ['teams'],
        operationId: 'getTeamStats',
        summary: "Count a team's bugs",
        params: IdParams('team_id'),
        querystring: StatsQuery,
        response: { 200: TeamStats },
      },
    },
    ({ actor, params, query }) => getTeamStats(context, actor, params.team_id, query),
  );
}
