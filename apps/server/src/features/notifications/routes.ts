import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { consentRoutes } from './consent/routes.ts';
import { muteRoutes } from './mute/routes.ts';

export function notificationRoutes(app: App, context: Context): void {
  muteRoutes(app, context);
  consentRoutes(app, context);
}
