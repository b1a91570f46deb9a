import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { operatorJobRoutes } from './jobs/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { operatorTeamRoutes } from './teams/routes.ts';
import { operatorUserRoutes } from './users/routes.ts';

/** What concerns the whole installation. To everybody but operators, none of this exists. */
export function operatorRoutes(app: App, context: Context): void {
  overviewRoutes(app, context);
  operatorTeamRoutes(app, context);
  operatorUserRoutes(app, context);
  operatorJobRoutes(app, context);
}
