import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { aBaseUrl, startNode } from '../../../../test/harness.ts';
import { followCallback, logsHold, refusalOf, tokenOf } from '../../../../test/oauth-browser.ts';
import { startWithGoogle } from '../../../../test/oauth-services.ts';

const { node, database, settings, client, google, agreed } = await startWithGoogle();

afterEach(() => google.behave());

describe('a provider that fails at the start', () => {
  it('ends at the login page while the provider is down or talks rubbish, and works once it is back', async () => {
    const late = await startNode(database, { ...settings, BASE_URL: await aBaseUrl() });
    const start = () => late.anyone.get('/api/v1/auth/oauth/google/start');
    for (const rubbish of ['<html>', 'null', { issuer: 'https://elsewhere.example.com' }]) {
      google.interfere('/.well-known/openid-configuration', () => rubbish);
      expect(refusalOf(late, await start())).toBe('provider_unreachable');
    }
    google.behave();
    expect((await start()).headers.get('location')).toContain(google.url);

    const alone = await startNode(database, {
      ...settings,
      GOOGLE_ISSUER: await aBaseUrl(),
      BASE_URL: await aBaseUrl(),
    });
    const answer = await alone.anyone.get('/api/v1/auth/oauth/google/start');
    expect(refusalOf(alone, answer)).toBe('provider_unreachable');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});

describe('an ID token is refused', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const header = { alg: 'RS256', kid: 'the only one' };
  const forge = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  const forgeries: Record<string, (claims: Record<string, unknown>, token: string) => unknown> = {
    'when a foreign key signed it': (claims) => forge(claims),
    'when nobody signed it': (claims) => new UnsecuredJWT(claims).encode(),
    'when the client secret signed it': (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(client.clientSecret)),
    'when its claims were changed': (claims, token) => {
      const [head, , signature] = token.split('.');
      const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody else' })).toString('base64url');
      return `${head}.${changed}.${signature}`;
    },
    'when it is none': () => 'rubbish',
    'when it is missing': () => undefined,
  };

  it.each(Object.keys(forgeries))('%s', async (how) => {
    const { callback, cookie } = await agreed();
    google.interfere('/token', async (answer) => ({
      ...answer,
      id_token: await forgeries[how]?.(decodeJwt(answer.id_token), answer.id_token),
    }));
    expect(refusalOf(node, await followCallback(node, callback, cookie))).toBe('oauth_failed');
  });

  it('when it belongs to another sign-in', async () => {
    const [first, second] = [await agreed(), await agreed()];
    let stolen = '';
    google.interfere('/token', (answer) => {
      stolen = answer.id_token;
      return answer;
    });
    tokenOf(node, await followCallback(node, first.callback, first.cookie));
    google.interfere('/token', (answer) => ({ ...answer, id_token: stolen }));
    expect(refusalOf(node, await followCallback(node, second.callback, second.cookie))).toBe('oauth_failed');
  });
});

describe('a provider that fails at the callback', () => {
  it.each(['', 'access_token=a&token_type=bearer', 'null', '[]', {}, { error: 'invalid_client' }])(
    'by answering %j ends the sign-in at the login page',
    async (rubbish) => {
      const { callback, cookie } = await agreed();
      google.interfere('/token', () => rubbish);
      expect(refusalOf(node, await followCallback(node, callback, cookie))).toBe('oauth_failed');
    },
  );

  it('by answering nothing at all ends both steps at the login page after a while', async () => {
    const { callback, cookie } = await agreed();
    const late = await startNode(database, { ...settings, BASE_URL: await aBaseUrl() });
    for (const path of ['/token', '/.well-known/openid-configuration'])
      google.interfere(path, () => new Promise(() => {}));
    const [end, start] = await Promise.all([
      followCallback(node, callback, cookie),
      late.anyone.get('/api/v1/auth/oauth/google/start'),
    ]);
    expect(refusalOf(node, end)).toBe('oauth_failed');
    expect(refusalOf(late, start)).toBe('provider_unreachable');
  });

  it('by being gone ends the sign-in at the login page, and no code or token is in the log', async () => {
    const { callback, cookie } = await agreed();
    await google.stop();
    expect(refusalOf(node, await followCallback(node, callback, cookie))).toBe('oauth_failed');
    expect(google.secrets).not.toEqual([]);
    expect(node.logs.some(({ msg }) => msg === 'sign-in failed')).toBe(true);
    expect(logsHold(node, [...google.secrets, client.clientSecret, cookie])).toBe(false);
  });
});
