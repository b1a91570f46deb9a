import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import type { Configuration } from 'oidc-provider';
import { afterAll, vi } from 'vitest';

/** Claims in the ID token. */
export interface Claims {
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
}

interface OpenIdClient {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Interference = (answer: any) => unknown;

/** A real OpenID Connect server in place of Google. */
export interface OpenIdProvider {
  url: string;
  /** Codes and tokens issued so far. */
  secrets: string[];
  /** The user signs in and agrees. Returns the redirect URL. */
  agree(authorizationUrl: URL, subject: string, claims: Claims): Promise<URL>;
  /** The user denies access. */
  decline(authorizationUrl: URL): Promise<URL>;
  /** Replaces the response of a path until `behave` is called. */
  interfere(path: string, interference: Interference): void;
  behave(): void;
  stop(): Promise<void>;
}

export async function startOpenIdProvider(client: OpenIdClient): Promise<OpenIdProvider> {
  const people = new Map<string, Claims>();
  const interferences = new Map<string, Interference>();
  const secrets: string[] = [];

  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider = await createProvider(url, await configurationFor(client, people));
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === '/token') {
      const { access_token, id_token } = (ctx.body ?? {}) as Record<string, string>;
      secrets.push(...[access_token, id_token].filter((secret) => secret !== undefined));
    }
    const interference = interferences.get(ctx.path);
    if (interference) ctx.body = await interference(ctx.body);
  });
  server.on('request', provider.callback());
  const stop = () => close(server);
  afterAll(stop);

  /** Follows redirects to our callback and fills in every form on the way. */
  async function visit(authorizationUrl: URL, fillIn: (page: string) => Request): Promise<URL> {
    const cookies = new Map<string, string>();
    let request = new Request(authorizationUrl);
    while (!request.url.startsWith(client.redirectUri)) {
      request.headers.set('cookie', [...cookies].map((cookie) => cookie.join('=')).join('; '));
      const page = await fetch(request, { redirect: 'manual' });
      for (const cookie of page.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const location = page.headers.get('location');
      const body = await page.text();
      if (page.status >= 400) throw new Error(`The provider answered ${page.status}: ${body}`);
      request = location ? new Request(new URL(location, request.url)) : fillIn(body);
    }
    const code = new URL(request.url).searchParams.get('code');
    if (code) secrets.push(code);
    return new URL(request.url);
  }

  return {
    url,
    secrets,
    agree(authorizationUrl, subject, claims) {
      people.set(subject, claims);
      return visit(authorizationUrl, (page) => {
        const [, action = ''] = /<form [^>]*action="([^"]+)"/.exec(page) ?? [];
        const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
        const body = new URLSearchParams({ prompt, login: subject, password: 'any' });
        return new Request(action, { method: 'POST', body });
      });
    },
    decline: (authorizationUrl) =>
      visit(authorizationUrl, (page) => {
        const [, cancel = ''] = /href="([^"]+\/abort)"/.exec(page) ?? [];
        return new Request(cancel);
      }),
    interfere: (path, interference) => void interferences.set(path, interference),
    behave: () => interferences.clear(),
    stop,
  };
}

async function configurationFor(client: OpenIdClient, people: Map<string, Claims>): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const tenMinutes = 600;
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'the only one' }] },
    cookies: { keys: ['signs the cookies of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // The ID token contains all claims, like Google's.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.get(sub) }) as { sub: string },
    }),
    ttl: {
      AccessToken: tenMinutes,
      Grant: tenMinutes,
      IdToken: tenMinutes,
      Interaction: tenMinutes,
      Session: tenMinutes,
    },
  };
}

/** Creates the provider and suppresses warnings that do not matter in tests. */
async function createProvider(issuer: string, configuration: Configuration) {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
  try {
    const { default: Provider } = await import('oidc-provider');
    return new Provider(issuer, configuration);
  } finally {
    warnings.mockRestore();
  }
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
