import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { widestNetwork } from '../../../http/client-ip.ts';
import type { RouteLimit } from '../../../limits/hook.ts';
import { signUpClosed } from '../admission/operations.ts';
import { emailTaken, isInvitedSignup, logIn, signUp, wrongCredentials } from './operations.ts';
import { LoginBody, Session, SignupBody } from './schema.ts';

const tags = ['auth'];

const loginLimits: RouteLimit[] = [
  { name: 'login', max: 10, per: 'minute', each: 'ip' },
  { name: 'login', max: 20, per: 'hour', each: 'email' },
];

export function signInRoutes(app: App, context: Context): void {
  const networkOf = (request: FastifyRequest) => widestNetwork(request, context.config.trustedProxies);
  const signupLimits: RouteLimit[] = [
    { name: 'signup', max: 5, per: 'hour', each: 'ip', unless: (body) => isInvitedSignup(context, body) },
  ];

  app.post(
    '/auth/signup',
    {
      config: { auth: 'public', limits: signupLimits, errors: [signUpClosed(), emailTaken()] },
      schema: {
        tags,
        operationId: 'signUp',
        summary: 'Create an account and its first team',
        body: SignupBody,
        response: { 201: Session },
      },
    },
    async (request, reply) => reply.code(201).send(await signUp(context, request.body, networkOf(request))),
  );

  app.post(
    '/auth/login',
    {
      config: { auth: 'public', limits: loginLimits, errors: [wrongCredentials()] },
      schema: { tags, operationId: 'logIn', summary: 'Sign in', body: LoginBody, response: { 200: Session } },
    },
    (request) => logIn(context, request.body, networkOf(request)),
  );
}
