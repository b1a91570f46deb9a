import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { rateLimited } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { clientNetworks, widestNetwork } from '../../http/client-ip.ts';
import { routesOf } from '../../http/route.ts';
import { askForProofAgain, getMe, updateMe, verifyEmail, wrongPassword } from './me.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import * as schema from './schema.ts';
import { emailTaken, isInvitedSignup, logIn, signUp, signUpClosed, wrongCredentials } from './sign-in.ts';

export function accountRoutes(app: App, context: Context): void {
  authRoutes(app, context);
  oauthRoutes(app, context);
  meRoutes(app, context);
}

function authRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'public', tags: ['auth'] });
  const { trustedProxies } = context.config;
  const networkOf = (request: FastifyRequest) => widestNetwork(request, trustedProxies);

  routes.post(
    '/auth/signup',
    {
      operationId: 'signUp',
      summary: 'Create an account and its first team',
      body: schema.SignupBody,
      response: { 201: schema.Session },
      limits: [
        { name: 'signup', max: 5, per: 'hour', each: 'ip', unless: (body) => isInvitedSignup(context, body) },
      ],
      errors: [signUpClosed(), emailTaken()],
    },
    (request) => signUp(context, request.body, networkOf(request)),
  );

  routes.post(
    '/auth/login',
    {
      operationId: 'logIn',
      summary: 'Sign in',
      body: schema.LoginBody,
      response: { 200: schema.Session },
      limits: [
        { name: 'login', max: 10, per: 'minute', each: 'ip' },
        { name: 'login', max: 20, per: 'hour', each: 'email' },
      ],
      errors: [wrongCredentials()],
    },
    (request) => logIn(context, request.body, networkOf(request)),
  );

  routes.post(
    '/auth/password-reset',
    {
      operationId: 'requestPasswordReset',
      summary: 'Ask for a mail with a reset link',
      body: schema.ResetRequestBody,
      response: { 202: schema.ResetRequested },
    },
    async (request) => {
      await requestPasswordReset(context, request.body.email, clientNetworks(request, trustedProxies));
      return { status: 'accepted' as const };
    },
  );

  routes.post(
    '/auth/password-reset/confirm',
    {
      operationId: 'resetPassword',
      summary: 'Set a new password with the token of a reset mail',
      body: schema.ResetBody,
      response: { 200: schema.Session },
      limits: [{ name: 'password reset confirmation', max: 10, per: 'minute', each: 'ip' }],
    },
    (request) => resetPassword(context, request.body, networkOf(request)),
  );
}

function meRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'session', tags: ['me'] });

  routes.get(
    '/me',
    { operationId: 'getMe', summary: 'Who you are', response: { 200: schema.Me } },
    ({ actor }) => getMe(context, actor),
  );

  routes.patch(
    '/me',
    {
      operationId: 'updateMe',
      summary: 'Change your name or password',
      body: schema.MePatch,
      response: { 200: schema.UpdatedMe },
      errors: [wrongPassword(), rateLimited('20 per hour', 3_600)],
    },
    ({ actor, body }) => updateMe(context, actor, body),
  );

  routes.post(
    '/me/email-verification',
    {
      operationId: 'requestEmailVerification',
      summary: 'Send once more the link that proves your e-mail address',
      response: { 202: schema.VerificationSent },
      errors: [rateLimited('3 per day', 86_400)],
    },
    async ({ actor }) => {
      await askForProofAgain(context, actor);
      return { status: 'accepted' as const };
    },
  );

  routes.post(
    '/me/email-verification/confirm',
    {
      operationId: 'verifyEmail',
      summary: 'Prove your e-mail address with the token of that link',
      body: schema.VerificationBody,
      response: { 200: schema.Me },
    },
    ({ actor, body }) => verifyEmail(context, actor, body.token),
  );
}
