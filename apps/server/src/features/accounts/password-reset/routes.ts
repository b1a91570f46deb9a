import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { clientNetworks, widestNetwork } from '../../../http/client-ip.ts';
import type { RouteLimit } from '../../../limits/hook.ts';
import { Session } from '../sign-in/schema.ts';
import {
  ResetBody,
  ResetRequestBody,
  ResetRequested,
  requestPasswordReset,
  resetPassword,
} from './operations.ts';

const tags = ['auth'];

const confirmLimits: RouteLimit[] = [
  { name: 'password reset confirmation', max: 10, per: 'minute', each: 'ip' },
];

export function passwordResetRoutes(app: App, context: Context): void {
  app.post(
    '/auth/password-reset',
    {
      config: { auth: 'public' },
      schema: {
        tags,
        operationId: 'requestPasswordReset',
        summary: 'Ask for a mail with a reset link',
        body: ResetRequestBody,
        response: { 202: ResetRequested },
      },
    },
    async (request, reply) => {
      await requestPasswordReset(
        context,
        request.body.email,
        clientNetworks(request, context.config.trustedProxies),
      );
      return reply.code(202).send({ status: 'accepted' });
    },
  );

  app.post(
    '/auth/password-reset/confirm',
    {
      config: { auth: 'public', limits: confirmLimits },
      schema: {
        tags,
        operationId: 'resetPassword',
        summary: 'Set a new password with the token of a reset mail',
        body: ResetBody,
        response: { 200: Session },
      },
    },
    (request) => resetPassword(context, request.body, widestNetwork(request, context.config.trustedProxies)),
  );
}
