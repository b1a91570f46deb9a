import cookie from '@fastify/cookie';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import Type from 'typebox';
import type { Config } from '../../../config.ts';
import { signupPolicies } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { OneOf } from '../../../schema.ts';
import { readSignupPolicy } from '../sign-in.ts';
import { OAuthRefusal, signInWithProfile } from './operations.ts';
import { createOAuthProviders, type SignInAttempt } from './providers.ts';

const ProviderParams = Type.Object({
  provider: Type.String({ description: '`google` or `github`.' }),
});

const Providers = Type.Object(
  {
    providers: Type.Array(Type.String()),
    signup: OneOf(signupPolicies, {
      description:
        'Who can create an account: anyone, invited people, or nobody. Always `open` until the first account exists.',
    }),
    email_enabled: Type.Boolean({
      description: 'Whether the installation sends email. If not, invitations contain a link to copy.',
    }),
  },
  { title: 'SignInProviders', examples: [{ providers: ['github'], signup: 'open', email_enabled: true }] },
);

const CallbackQuery = Type.Object({
  code: Type.Optional(Type.String({ description: 'Authorization code from the provider.' })),
  state: Type.Optional(Type.String({ description: 'The state that was sent to the provider.' })),
  error: Type.Optional(Type.String({ description: 'Error code from the provider.' })),
});

const Redirect = Type.Null({ description: 'Redirects; no body.' });

const tags = ['auth'];
const cookiePath = '/api/v1/auth/oauth';
const attemptMinutes = 10;

export function oauthRoutes(app: App, context: Context): void {
  app.register(async (oauth: App) => {
    await oauth.register(cookie, { secret: context.secretKey });
    const providers = createOAuthProviders(context.config);
    providersRoute(oauth, context, providers);
    startRoute(oauth, context, providers);
    callbackRoute(oauth, context, providers);
  });
}

type OAuthProviders = ReturnType<typeof createOAuthProviders>;

const cookieOptions = ({ baseUrl }: Config) =>
  ({ path: cookiePath, httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') }) as const;

const redirectUri = ({ baseUrl }: Config, provider: string) =>
  `${baseUrl}/api/v1/auth/oauth/${provider}/callback`;

function providersRoute(app: App, context: Context, providers: OAuthProviders): void {
  app.get(
    '/auth/oauth',
    {
      config: { auth: 'public' },
      schema: {
        tags,
        operationId: 'listSignInProviders',
        summary: 'List sign-in options',
        response: { 200: Providers },
      },
    },
    async () => ({
      providers: [...providers.keys()],
      signup: await readSignupPolicy(context),
      email_enabled: context.config.smtpUrl !== null,
    }),
  );
}

function startRoute(app: App, { config }: Context, providers: OAuthProviders): void {
  app.get(
    '/auth/oauth/:provider/start',
    {
      config: { auth: 'public', errors: [404] },
      schema: {
        tags,
        operationId: 'startOAuth',
        summary: 'Start a sign-in with a provider',
        description:
          'Redirects to the provider, or to `/login?error=provider_unreachable` if it does not respond.',
        params: ProviderParams,
        response: { 302: Redirect },
      },
    },
    async ({ params: { provider }, log }, reply) => {
      const oauth = providers.get(provider);
      if (!oauth) throw notFound();
      const attempt: SignInAttempt = {
        provider,
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
      };
      try {
        const url = await oauth.authorizationUrl(attempt, redirectUri(config, provider));
        // The signed cookie ensures that only the browser that started the sign-in can finish it.
        const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
        reply.setCookie('skep_oauth', value, {
          ...cookieOptions(config),
          signed: true,
          maxAge: attemptMinutes * 60,
        });
        return reply.redirect(url.href);
      } catch (error) {
        log.error({ provider, reason: loggableReason(error) }, 'cannot start sign-in');
        return reply.redirect(`${config.baseUrl}/login?error=provider_unreachable`);
      }
    },
  );
}

function callbackRoute(app: App, context: Context, providers: OAuthProviders): void {
  const { baseUrl } = context.config;
  app.get(
    '/auth/oauth/:provider/callback',
    {
      // Redirects even for an invalid query, because a person is waiting in the browser.
      attachValidation: true,
      config: { auth: 'public', errors: [404] },
      schema: {
        tags,
        operationId: 'finishOAuth',
        summary: 'Finish a sign-in with a provider',
        description:
          'Redirects to `/auth/callback#access_token=…&token_type=bearer`, with `&started_clean=true` if `Session` would have `started_clean`, or to `/login?error=…` with one of ' +
          '`access_denied`, `session_lost`, `email_missing`, `email_unverified`, `signup_closed`, `oauth_failed`.',
        params: ProviderParams,
        querystring: CallbackQuery,
        response: { 302: Redirect },
      },
    },
    async ({ params: { provider }, query, raw, cookies, log }, reply) => {
      const oauth = providers.get(provider);
      if (!oauth) throw notFound();
      reply.clearCookie('skep_oauth', cookieOptions(context.config));
      const attempt = readAttempt(reply.unsignCookie(cookies.skep_oauth ?? ''), provider);
      if (!attempt) return reply.redirect(`${baseUrl}/login?error=session_lost`);
      if (query.error === 'access_denied') return reply.redirect(`${baseUrl}/login?error=access_denied`);
      try {
        const search = new URL(raw.url ?? '', baseUrl).search;
        const profile = await oauth.readProfile(
          attempt,
          new URL(redirectUri(context.config, provider) + search),
        );
        const session = await signInWithProfile(context, provider, profile);
        const fields = Object.entries(session).map(([name, value]) => [name, String(value)]);
        return reply.redirect(`${baseUrl}/auth/callback#${new URLSearchParams(fields)}`);
      } catch (error) {
        if (!(error instanceof OAuthRefusal))
          log.warn({ provider, reason: loggableReason(error) }, 'sign-in failed');
        const code = error instanceof OAuthRefusal ? error.code : 'oauth_failed';
        return reply.redirect(`${baseUrl}/login?error=${code}`);
      }
    },
  );
}

function readAttempt(
  cookie: { valid: boolean; value: string | null },
  provider: string,
): SignInAttempt | null {
  if (!cookie.valid || !cookie.value) return null;
  try {
    const attempt: SignInAttempt | null = JSON.parse(Buffer.from(cookie.value, 'base64url').toString());
    return attempt?.provider === provider ? attempt : null;
  } catch {
    // Signed with our key, but for another purpose, for example an access token.
    return null;
  }
}

/** The loggable part of a provider's error. The rest may contain codes and tokens. */
function loggableReason(error: unknown) {
  const { stack, code, error: said, cause } = error as ProviderError;
  if (!(cause instanceof Error)) return { stack, code, said };
  const { message, cause: details } = cause as ProviderError;
  // GitHub reports errors with status 200. The library wraps them as a malformed response.
  return { stack, code, said: (details as Details | undefined)?.body?.error, cause: message };
}

interface ProviderError extends Error {
  code?: string;
  error?: string;
}

interface Details {
  body?: { error?: unknown };
}
