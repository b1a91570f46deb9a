import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { meRoutes } from './me/routes.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { passwordResetRoutes } from './password-reset/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { verificationRoutes } from './verification/routes.ts';

export function accountRoutes(app: App, context: Context): void {
  signInRoutes(app, context);
  passwordResetRoutes(app, context);
  oauthRoutes(app, context);
  meRoutes(app, context);
  verificationRoutes(app, context);
}
