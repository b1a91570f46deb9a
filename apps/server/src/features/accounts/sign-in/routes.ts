import cookie from '@fastify/cookie';
import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { clientNetwork } from '../../../http/client-ip.ts';
import type { RouteLimit } from '../../../limits/hook.ts';
import { oauthRoutes } from '../oauth/routes.ts';
import { requestPasswordReset, resetPassword } from '../password-reset/operations.ts';
import { logIn, signUp } from './operations.ts';
import { LoginBody, ResetBody, ResetRequestBody, ResetRequested, Session, SignupBody } from './schema.ts';

const tags = ['auth'];

const signupLimits: RouteLimit[] = [{ name: 'signup', max: 5, per: 'hour', each: 'ip' }];
const loginLimits: RouteLimit[] = [
  { name: 'login', max: 10, per: 'minute', each: 'ip' },
  { name: 'login', max: 20, per: 'hour', each: 'email' },
];
const confirmLimits: RouteLimit[] = [
  { name: 'password reset confirmation', max: 10, per: 'minute', each: 'ip' },
];

export function authRoutes(app: App, context: Context): void {
  app.post(
    '/auth/signup',
    {
      config: { door: 'public', limits: signupLimits, errors: [409] },
      schema: {
        tags,
        summary: 'Create an account and its first team',
        body: SignupBody,
        response: { 201: Session },
      },
    },
    async ({ body }, reply) => reply.code(201).send(await signUp(context, body)),
  );

  app.post(
    '/auth/login',
    {
      config: { door: 'public', limits: loginLimits, errors: [401] },
      schema: { tags, summary: 'Sign in', body: LoginBody, response: { 200: Session } },
    },
    ({ body }) => logIn(context, body),
  );

  app.post(
    '/auth/password-reset',
    {
      config: { door: 'public' },
      schema: {
        tags,
        summary: 'Ask for a mail with a reset link',
        body: ResetRequestBody,
        response: { 202: ResetRequested },
      },
    },
    async (request, reply) => {
      await requestPasswordReset(
        context,
        request.body.email,
        clientNetwork(request, context.config.trustedProxies),
      );
      return reply.code(202).send({ status: 'accepted' });
    },
  );

  app.post(
    '/auth/password-reset/confirm',
    {
      config: { door: 'public', limits: confirmLimits },
      schema: {
        tags,
        summary: 'Set a new password with the token of a reset mail',
        body: ResetBody,
        response: { 200: Session },
      },
    },
    ({ body }) => resetPassword(context, body),
  );

  app.register(async (oauth: App) => {
    // Nobody else needs cookies.
    await oauth.register(cookie, { secret: context.secretKey });
    oauthRoutes(oauth, context);
  });
}
