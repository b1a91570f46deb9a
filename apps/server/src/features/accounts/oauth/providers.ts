import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { Config, OAuthClient } from '../../../config.ts';
import { fetchWithDnsCheck } from '../../../dns/lookup.ts';

export interface Profile {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

/** State between start and callback. `verifier` is the PKCE secret (RFC 7636). */
export interface SignInAttempt {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
}

interface OAuthProvider {
  authorizationUrl(attempt: SignInAttempt, redirectUri: string): Promise<URL>;
  readProfile(attempt: SignInAttempt, callbackUrl: URL): Promise<Profile>;
}

export function createOAuthProviders(config: Config): Map<string, OAuthProvider> {
  const providers = new Map<string, OAuthProvider>();
  if (config.github) providers.set('github', githubProvider(config.github));
  if (config.google) providers.set('google', googleProvider(config.google));
  return providers;
}

const timeoutSeconds = 10;

const byName: CustomFetch = (url, options) => fetchWithDnsCheck(url, options as RequestInit);

function googleProvider(client: OAuthClient): OAuthProvider {
  const discover = lazily(() =>
    discovery(new URL(client.url), client.clientId, client.clientSecret, undefined, {
      timeout: timeoutSeconds,
      [customFetch]: byName,
      // The ID token decides who signs in, so its signature is verified although it comes directly from the issuer.
      execute: [enableNonRepudiationChecks, ...(isPlainHttp(client.url) ? [allowInsecureRequests] : [])],
    }),
  );
  return {
    async authorizationUrl(attempt, redirectUri) {
      return authorizationUrl(await discover(), attempt, redirectUri, 'openid email profile');
    },
    async readProfile(attempt, callbackUrl) {
      const tokens = await authorizationCodeGrant(await discover(), callbackUrl, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token');
      const { sub, email, email_verified, name } = claims;
      return {
        subject: sub,
        email: typeof email === 'string' ? email : null,
        emailVerified: email_verified === true,
        name: typeof name === 'string' ? name : null,
      };
    },
  };
}

/** GitHub implements OAuth without OpenID Connect: no discovery, ID token or nonce. */
function githubProvider(client: OAuthClient): OAuthProvider {
  const configuration = new Configuration(
    {
      // GitHub may return this issuer identifier in the callback (RFC 9207).
      issuer: `${client.url}/login/oauth`,
      authorization_endpoint: `${client.url}/login/oauth/authorize`,
      token_endpoint: `${client.url}/login/oauth/access_token`,
    },
    client.clientId,
    client.clientSecret,
  );
  configuration.timeout = timeoutSeconds;
  configuration[customFetch] = byName;
  if (isPlainHttp(client.url)) allowInsecureRequests(configuration);
  return {
    authorizationUrl: (attempt, redirectUri) =>
      authorizationUrl(configuration, attempt, redirectUri, 'read:user user:email'),
    async readProfile(attempt, callbackUrl) {
      const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
      });
      return readGithubProfile(client.url, tokens.access_token);
    },
  };
}

async function authorizationUrl(
  configuration: Configuration,
  { state, nonce, verifier }: SignInAttempt,
  redirectUri: string,
  scope: string,
): Promise<URL> {
  return buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
}

/** Caches the result but not a failure, so that a provider that is down does not prevent the start. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

const isPlainHttp = (url: string) => url.startsWith('http:');

/** Unvalidated responses. */
interface GithubUser {
  id?: unknown;
  login?: unknown;
  name?: unknown;
}

interface GithubEmail {
  email?: unknown;
  primary?: unknown;
  verified?: unknown;
}

async function readGithubProfile(githubUrl: string, accessToken: string): Promise<Profile> {
  const api = githubUrl === 'https://github.com' ? 'https://api.github.com' : `${githubUrl}/api/v3`;
  const user = await getJson<GithubUser>(`${api}/user`, accessToken);
  const emails = await getJson<GithubEmail[]>(`${api}/user/emails`, accessToken);
  // Otherwise all users without an id would share one account.
  if (!Number.isSafeInteger(user.id)) throw new Error('The GitHub response has no user id');
  const email = emails.find(({ primary }) => primary === true) ?? emails[0];
  return {
    subject: String(user.id),
    email: textOrNull(email?.email),
    emailVerified: email?.verified === true,
    name: textOrNull(user.name) || textOrNull(user.login),
  };
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

async function getJson<T>(url: string, accessToken: string): Promise<T> {
  const response = await fetchWithDnsCheck(url, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${accessToken}`,
      'user-agent': 'skep',
    },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} for ${new URL(url).pathname}`);
  return (await response.json()) as T;
}
