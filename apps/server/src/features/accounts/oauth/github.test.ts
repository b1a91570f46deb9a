import { afterEach, describe, expect, it } from 'vitest';
import { anEmail } from '../../../../test/builders.ts';
import { aBaseUrl, startNode } from '../../../../test/harness.ts';
import {
  clientOf,
  followCallback,
  logsHold,
  refusalOf,
  startSignIn,
  tokenOf,
} from '../../../../test/oauth-browser.ts';
import { aGithubPerson, startWithGithub } from '../../../../test/oauth-services.ts';

const google = {
  GOOGLE_CLIENT_ID: 'skep',
  GOOGLE_CLIENT_SECRET: 'a secret',
  GOOGLE_ISSUER: await aBaseUrl(),
};
const { node, database, settings, client, github, agreed, signIn } = await startWithGithub(google);

afterEach(() => github.behave());

describe('a sign-in with GitHub', () => {
  it('is offered next to the other configured provider', async () => {
    expect((await node.anyone.get('/api/v1/auth/oauth')).body).toEqual({
      providers: ['github', 'google'],
      signup: 'open',
      email_enabled: false,
    });
  });

  it('starts there with a state and a PKCE challenge, and leaves a cookie', async () => {
    const { url, cookie } = await startSignIn(node, 'github');
    expect(url.href.startsWith(`${github.url}/login/oauth/authorize?`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: client.clientId,
      redirect_uri: client.redirectUri,
      scope: 'read:user user:email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(cookie).toMatch(/^skep_oauth=./);
  });

  it('ends with a token for a new account', async () => {
    const email = anEmail();
    const answer = await signIn(aGithubPerson({ name: 'Grace Hopper', email }));
    const me = await clientOf(node, answer).get('/api/v1/me');
    expect(me.body).toMatchObject({ email, name: 'Grace Hopper' });
    expect(logsHold(node, [...github.secrets, tokenOf(node, answer)])).toBe(false);
  });

  it('finds the same account again, whatever changed at GitHub meanwhile', async () => {
    const person = aGithubPerson();
    const first = await clientOf(node, await signIn(person)).get('/api/v1/me');
    const renamed = { ...person, login: 'wasp', emails: [] };
    expect((await clientOf(node, await signIn(renamed)).get('/api/v1/me')).body).toEqual(first.body);
  });

  it('takes the primary address and, without a name, the login', async () => {
    const email = anEmail();
    const emails = [
      { email: anEmail(), primary: false, verified: true },
      { email, primary: true, verified: true },
    ];
    for (const name of [null, '', 7]) {
      const person = aGithubPerson({ emails, name, login: 'grace' });
      const me = await clientOf(node, await signIn(person)).get('/api/v1/me');
      expect(me.body).toMatchObject({ email, name: 'grace' });
    }
  });

  it('needs an address', async () => {
    for (const emails of [[], [{}], [{ email: 5, primary: true, verified: true }]])
      expect(refusalOf(node, await signIn(aGithubPerson({ emails })))).toBe('email_missing');
  });
});

describe('the callback from GitHub refuses', () => {
  it('a browser without the cookie, or with that of another sign-in', async () => {
    const { callback, cookie } = await agreed();
    const other = await startSignIn(node, 'github');
    expect(refusalOf(node, await followCallback(node, callback))).toBe('session_lost');
    expect(refusalOf(node, await followCallback(node, callback, other.cookie))).toBe('oauth_failed');
    tokenOf(node, await followCallback(node, callback, cookie));
  });

  it("another provider's cookie", async () => {
    const { callback, cookie } = await agreed();
    callback.pathname = callback.pathname.replace('github', 'google');
    expect(refusalOf(node, await followCallback(node, callback, cookie))).toBe('session_lost');
  });

  it('an answer that names another issuer', async () => {
    const { callback, cookie } = await agreed();
    callback.searchParams.set('iss', 'https://evil.example.com');
    expect(refusalOf(node, await followCallback(node, callback, cookie))).toBe('oauth_failed');
  });

  it('a code that was used before', async () => {
    const { callback, cookie } = await agreed();
    tokenOf(node, await followCallback(node, callback, cookie));
    expect(refusalOf(node, await followCallback(node, callback, cookie))).toBe('oauth_failed');
  });

  it('a code of another sign-in that was slipped into this one', async () => {
    const [victim, attacker] = [await agreed(), await agreed()];
    victim.callback.searchParams.set('code', attacker.callback.searchParams.get('code') ?? '');
    expect(refusalOf(node, await followCallback(node, victim.callback, victim.cookie))).toBe('oauth_failed');
  });

  it('a person who declined', async () => {
    const { url, cookie } = await startSignIn(node, 'github');
    expect(refusalOf(node, await followCallback(node, github.decline(url), cookie))).toBe('access_denied');
  });

  it('everybody while the client secret is wrong', async () => {
    const misled = await startNode(database, {
      ...settings,
      GITHUB_CLIENT_SECRET: 'not the secret',
      BASE_URL: await aBaseUrl(),
    });
    const { callback, cookie } = await agreed();
    expect(refusalOf(misled, await followCallback(misled, callback, cookie))).toBe('oauth_failed');
    expect(misled.logs).toContainEqual(
      expect.objectContaining({
        msg: 'sign-in failed',
        reason: expect.objectContaining({ said: 'incorrect_client_credentials' }),
      }),
    );
  });
});

describe('when GitHub does not answer as it should', () => {
  const routes = ['/login/oauth/access_token', '/api/v3/user', '/api/v3/user/emails'];

  it.each(routes)('but talks rubbish at %s, the sign-in ends at the login page', async (path) => {
    for (const rubbish of ['', '<html>', 'null', '"text"', {}, { access_token: 5, id: '7; drop' }]) {
      const { callback, cookie } = await agreed();
      github.interfere(path, () => rubbish);
      const answer = await followCallback(node, callback, cookie);
      expect(refusalOf(node, answer), JSON.stringify(rubbish)).toBe('oauth_failed');
    }
  });

  it('but sends a token in an answer that cannot be used, it does not get into the log', async () => {
    const { callback, cookie } = await agreed();
    github.interfere(routes[0] ?? '', () => 'gho_short');
    expect(refusalOf(node, await followCallback(node, callback, cookie))).toBe('oauth_failed');
    github.interfere(routes[0] ?? '', () => ({ access_token: 'gho_untyped' }));
    const again = await agreed();
    expect(refusalOf(node, await followCallback(node, again.callback, again.cookie))).toBe('oauth_failed');
    expect(logsHold(node, ['gho_short', 'gho_untyped', ...github.secrets])).toBe(false);
  });

  it('but takes its own token back, the sign-in ends at the login page', async () => {
    const { callback, cookie } = await agreed();
    github.interfere('/login/oauth/access_token', () => ({ access_token: 'foreign', token_type: 'bearer' }));
    expect(refusalOf(node, await followCallback(node, callback, cookie))).toBe('oauth_failed');
  });

  it('but is silent at one of its routes, the sign-in ends at the login page after a while', async () => {
    for (const path of routes) {
      let asked = 0;
      github.interfere(path, (answer) => (++asked === 1 ? new Promise(() => {}) : answer));
    }
    const answers = await Promise.all(routes.map(() => signIn(aGithubPerson())));
    for (const answer of answers) expect(refusalOf(node, answer)).toBe('oauth_failed');
  });

  it('but is gone, the sign-in ends at the login page', async () => {
    const { callback, cookie } = await agreed();
    const alone = await startNode(database, {
      ...settings,
      GITHUB_URL: await aBaseUrl(),
      BASE_URL: await aBaseUrl(),
    });
    callback.searchParams.delete('iss');
    expect(refusalOf(alone, await followCallback(alone, callback, cookie))).toBe('oauth_failed');
    expect(alone.logs).toContainEqual(
      expect.objectContaining({
        reason: expect.objectContaining({ cause: expect.stringContaining('ECONNREFUSED') }),
      }),
    );
  });
});
