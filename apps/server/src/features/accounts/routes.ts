import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { rateLimited } from '../../errors.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { clientNetworks, widestNetwork } from '../../http/client-ip.ts';
import { getMe, resendVerification, updateMe, verifyEmail, wrongPassword } from './me.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import * as schema from './schema.ts';
import { emailTaken, isInvitedSignup, logIn, signUp, signUpClosed, wrongCredentials } from './sign-in.ts';

const authRoute = routeOptions('auth', { auth: 'public', hasSecret: true });
const meRoute = routeOptions('me', { auth: 'session' });

export function accountRoutes(app: App, context: Context): void {
  authRoutes(app, context);
  oauthRoutes(app, context);
  meRoutes(app, context);
}

function authRoutes(app: App, context: Context): void {
  const { trustedProxies } = context.config;
  const networkOf = (request: FastifyRequest) => widestNetwork(request, trustedProxies);

  app.post(
    '/auth/signup',
    authRoute(
      'signUp',
      'Create an account and its first team',
      { body: schema.SignupBody, response: { 201: schema.Session } },
      {
        limits: [
          {
            name: 'signup',
            max: 5,
            per: 'hour',
            each: 'ip',
            unless: (body) => isInvitedSignup(context, body),
          },
        ],
        errors: [signUpClosed(), emailTaken()],
      },
    ),
    (request) => signUp(context, request.body, networkOf(request)),
  );

  app.post(
    '/auth/login',
    authRoute(
      'logIn',
      'Sign in',
      { body: schema.LoginBody, response: { 200: schema.Session } },
      {
        limits: [
          { name: 'login', max: 10, per: 'minute', each: 'ip' },
          { name: 'login', max: 20, per: 'hour', each: 'email' },
        ],
        errors: [wrongCredentials()],
      },
    ),
    (request) => logIn(context, request.body, networkOf(request)),
  );

  app.post(
    '/auth/password-reset',
    authRoute('requestPasswordReset', 'Request a password reset email', {
      body: schema.ResetRequestBody,
      response: { 202: schema.ResetRequested },
    }),
    async (request) => {
      await requestPasswordReset(context, request.body.email, clientNetworks(request, trustedProxies));
      return { status: 'accepted' as const };
    },
  );

  app.post(
    '/auth/password-reset/confirm',
    authRoute(
      'resetPassword',
      'Set a new password with a reset token',
      { body: schema.ResetBody, response: { 200: schema.Session } },
      { limits: [{ name: 'password reset confirmation', max: 10, per: 'minute', each: 'ip' }] },
    ),
    (request) => resetPassword(context, request.body, networkOf(request)),
  );
}

function meRoutes(app: App, context: Context): void {
  app.get('/me', meRoute('getMe', 'Read your account', { response: { 200: schema.Me } }), ({ actor }) =>
    getMe(context, actor),
  );

  app.patch(
    '/me',
    meRoute(
      'updateMe',
      'Change your name or password',
      { body: schema.MePatch, response: { 200: schema.UpdatedMe } },
      { errors: [wrongPassword(), rateLimited('20 per hour', 3_600)], hasSecret: true },
    ),
    ({ actor, body }) => updateMe(context, actor, body),
  );

  app.post(
    '/me/email-verification',
    meRoute(
      'requestEmailVerification',
      'Resend the verification email',
      { response: { 202: schema.VerificationSent } },
      { errors: [rateLimited('3 per day', 86_400)] },
    ),
    async ({ actor }) => {
      await resendVerification(context, actor);
      return { status: 'accepted' as const };
    },
  );

  app.post(
    '/me/email-verification/confirm',
    meRoute('verifyEmail', 'Verify your email address with a token', {
      body: schema.VerificationBody,
      response: { 200: schema.Me },
    }),
    ({ actor, body }) => verifyEmail(context, actor, body.token),
  );
}
