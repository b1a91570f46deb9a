import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface GithubPerson {
  id: unknown;
  login: string;
  name?: unknown;
  emails: unknown;
}

interface GithubClient {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

type Interference = (answer: unknown) => unknown;

/** GitHub's OAuth routes and the two API routes for the profile. */
export interface Github {
  url: string;
  /** Codes and access tokens issued so far. */
  secrets: string[];
  /** The user signs in and agrees. Returns the redirect URL. */
  agree(authorizationUrl: URL, person: GithubPerson): URL;
  /** The user denies access. */
  decline(authorizationUrl: URL): URL;
  /** Replaces the response of a path until `behave` is called. */
  interfere(path: string, interference: Interference): void;
  behave(): void;
  close(): void;
}

interface Grant {
  person: GithubPerson;
  challenge: string;
  redirectUri: string;
}

export async function startGithub(client: GithubClient): Promise<Github> {
  const grants = new Map<string, Grant>();
  const people = new Map<string, GithubPerson>();
  const interferences = new Map<string, Interference>();
  const secrets: string[] = [];

  function remember<T>(map: Map<string, T>, prefix: string, value: T): string {
    const secret = prefix + randomBytes(18).toString('hex');
    map.set(secret, value);
    secrets.push(secret);
    return secret;
  }

  /** GitHub responds 200 even for errors. */
  function exchange(form: URLSearchParams): Record<string, string> {
    const isClient =
      form.get('client_id') === client.clientId && form.get('client_secret') === client.clientSecret;
    if (!isClient) return { error: 'incorrect_client_credentials' };
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || challenge !== grant.challenge) return { error: 'bad_verification_code' };
    if (form.get('redirect_uri') !== grant.redirectUri) return { error: 'redirect_uri_mismatch' };
    return { access_token: remember(people, 'gho_', grant.person), token_type: 'bearer', scope: 'read:user' };
  }

  async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const path = request.url?.split('?')[0];
    if (path === '/login/oauth/access_token')
      return [200, exchange(new URLSearchParams(await text(request)))];
    const person = people.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
    if (!person) return [401, { message: 'Bad credentials' }];
    if (path === '/api/v3/user') return [200, { id: person.id, login: person.login, name: person.name }];
    if (path === '/api/v3/user/emails') return [200, person.emails];
    return [404, { message: 'Not Found' }];
  }

  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request);
    const interference = interferences.get(request.url?.split('?')[0] ?? '');
    const said = interference ? await interference(body) : body;
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Validates the request like GitHub's page. */
  function callbackFor(authorizationUrl: URL, values: Record<string, string>): URL {
    const asked = authorizationUrl.searchParams;
    const isKnown =
      authorizationUrl.href.startsWith(`${url}/login/oauth/authorize?`) &&
      asked.get('client_id') === client.clientId &&
      asked.get('redirect_uri') === client.redirectUri;
    if (!isKnown) throw new Error(`GitHub does not know what to do with ${authorizationUrl}`);
    const back = new URL(client.redirectUri);
    back.search = String(
      new URLSearchParams({ ...values, state: asked.get('state') ?? '', iss: `${url}/login/oauth` }),
    );
    return back;
  }

  return {
    url,
    secrets,
    agree(authorizationUrl, person) {
      const asked = authorizationUrl.searchParams;
      if (asked.get('code_challenge_method') !== 'S256') throw new Error('GitHub knows PKCE with S256 only');
      const challenge = asked.get('code_challenge') ?? '';
      const grant = { person, challenge, redirectUri: asked.get('redirect_uri') ?? '' };
      return callbackFor(authorizationUrl, { code: remember(grants, '', grant) });
    },
    decline: (authorizationUrl) => callbackFor(authorizationUrl, { error: 'access_denied' }),
    interfere: (path, interference) => void interferences.set(path, interference),
    behave: () => interferences.clear(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
