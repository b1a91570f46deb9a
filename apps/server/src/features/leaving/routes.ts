import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { accountLeavingRoutes } from './account/routes.ts';
import { reporterErasureRoutes } from './reporter/routes.ts';
import { teamLeavingRoutes } from './team/routes.ts';

export function leavingRoutes(app: App, context: Context): void {
  accountLeavingRoutes(app, context);
  teamLeavingRoutes(app, context);
  reporterErasureRoutes(app, context);
}
