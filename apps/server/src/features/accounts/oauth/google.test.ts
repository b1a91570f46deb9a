import { createHash } from 'node:crypto';
import { sign } from '@fastify/cookie';
import { describe, expect, it } from 'vitest';
import { secretKey, startNode } from '../../../../test/harness.ts';
import {
  clientOf,
  followCallback,
  logsHold,
  refusalOf,
  startSignIn,
  tokenOf,
} from '../../../../test/oauth-browser.ts';
import { aSubject, startWithGoogle, verifiedClaims } from '../../../../test/oauth-services.ts';

const { node, database, settings, client, google, agreed, signIn } = await startWithGoogle();

describe('the start', () => {
  it('is offered for the configured providers only', async () => {
    expect((await node.anyone.get('/api/v1/auth/oauth')).body).toEqual({
      providers: ['google'],
      signup: 'open',
      email_enabled: false,
    });
    for (const provider of ['github', 'myspace', 'constructor', '%00']) {
      for (const step of ['start', 'callback?code=1&state=2'])
        expect((await node.anyone.get(`/api/v1/auth/oauth/${provider}/${step}`)).status).toBe(404);
    }
  });

  it('sends the browser to the provider with a state, a nonce and a PKCE challenge, anew each time', async () => {
    const first = (await startSignIn(node, 'google')).url;
    const second = (await startSignIn(node, 'google')).url;
    expect(first.href.startsWith(`${google.url}/auth?`)).toBe(true);
    expect(Object.fromEntries(first.searchParams)).toMatchObject({
      client_id: client.clientId,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
    }
    expect(first.href).not.toContain(client.clientSecret);
  });

  it('leaves a cookie that scripts cannot read and that only our OAuth routes get', async () => {
    const cookie = (await node.anyone.get('/api/v1/auth/oauth/google/start')).headers.get('set-cookie');
    expect(cookie).toMatch(
      /^skep_oauth=[^;]+; Max-Age=600; Path=\/api\/v1\/auth\/oauth; HttpOnly; SameSite=Lax$/,
    );
  });

  it('marks the cookie as secure where the service is', async () => {
    const secure = await startNode(database, { ...settings, BASE_URL: 'https://bugs.example.com' });
    const answer = await secure.anyone.get('/api/v1/auth/oauth/google/start');
    expect(answer.headers.get('set-cookie')).toContain('; Secure');
  });
});

describe('a whole sign-in', () => {
  it('ends with a token for a new account that has the name and the address from the provider', async () => {
    const claims = verifiedClaims({ name: 'Grace Hopper' });
    const answer = await signIn(aSubject(), claims);
    expect(answer.headers.get('set-cookie')).toMatch(/^skep_oauth=; Max-Age=0; Path=\/api\/v1\/auth\/oauth;/);
    const api = clientOf(node, answer);
    expect((await api.get('/api/v1/me')).body).toMatchObject({ email: claims.email, name: 'Grace Hopper' });
    expect((await api.get('/api/v1/teams')).body.total).toBe(1);
    expect(logsHold(node, [...google.secrets, tokenOf(node, answer)])).toBe(false);
  });

  it('finds the same account again, even under another address', async () => {
    const subject = aSubject();
    const first = await clientOf(node, await signIn(subject, verifiedClaims())).get('/api/v1/me');
    const second = await clientOf(node, await signIn(subject, verifiedClaims())).get('/api/v1/me');
    const third = await clientOf(node, await signIn(subject, {})).get('/api/v1/me');
    expect(second.body).toEqual(first.body);
    expect(third.body).toEqual(first.body);
  });

  it('needs an address from the provider', async () => {
    expect(refusalOf(node, await signIn(aSubject(), {}))).toBe('email_missing');
    expect(refusalOf(node, await signIn(aSubject(), { email: 5, email_verified: true }))).toBe(
      'email_missing',
    );
  });

  it('takes an address for verified only when the provider says exactly that', async () => {
    const claims = verifiedClaims();
    tokenOf(node, await signIn(aSubject(), claims));
    for (const email_verified of [false, 'true', 1, undefined]) {
      const answer = await signIn(aSubject(), { ...claims, email_verified });
      expect(refusalOf(node, answer)).toBe('email_unverified');
    }
  });
});

describe('the callback refuses', () => {
  it('a browser that did not start the sign-in', async () => {
    const { callback } = await agreed();
    const other = await startSignIn(node, 'google');
    expect(refusalOf(node, await followCallback(node, callback))).toBe('session_lost');
    expect(refusalOf(node, await followCallback(node, callback, other.cookie))).toBe('oauth_failed');
  });

  it('a cookie that is broken, changed or signed for something else', async () => {
    const { callback, cookie } = await agreed();
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = (value: string) => `skep_oauth=${encodeURIComponent(sign(value, secretKey))}`;
    const ownAttempt = encode({ provider: 'google', state: callback.searchParams.get('state') });
    const cookies = [
      cookie.replace('skep_oauth=', 'skep_oauth=e'),
      cookie.slice(0, -1),
      'skep_oauth=',
      'skep_oauth=%E0%A4%A',
      `skep_oauth=${ownAttempt}.${createHash('sha256').update(ownAttempt).digest('base64url')}`,
      signed('no base64 \u2603'),
      signed(encode(null)),
      signed(encode('google')),
      signed(encode({ provider: 'github', state: callback.searchParams.get('state') })),
      signed(`${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: '1', iat: 1, exp: 2 })}`),
    ];
    for (const broken of cookies)
      expect(refusalOf(node, await followCallback(node, callback, broken)), broken).toBe('session_lost');
    tokenOf(node, await followCallback(node, callback, cookie));
  });

  it('a state that is missing, foreign or there twice', async () => {
    const { callback, cookie } = await agreed();
    const state = callback.searchParams.get('state') ?? '';
    for (const states of [[], [''], ['foreign'], [state, state], [state, 'foreign']]) {
      const changed = new URL(callback);
      changed.searchParams.delete('state');
      for (const value of states) changed.searchParams.append('state', value);
      expect(refusalOf(node, await followCallback(node, changed, cookie)), changed.search).toBe(
        'oauth_failed',
      );
    }
    for (const search of ['', '?', '?code', '?error=a&error=b', '?response=x', '?%', '?code=%00&state=%FF']) {
      const changed = new URL(client.redirectUri + search);
      expect(refusalOf(node, await followCallback(node, changed, cookie)), search).toBe('oauth_failed');
    }
  });

  it('a code that was used before', async () => {
    const { callback, cookie } = await agreed();
    tokenOf(node, await followCallback(node, callback, cookie));
    expect(refusalOf(node, await followCallback(node, callback, cookie))).toBe('oauth_failed');
  });

  it('a code of another sign-in that was slipped into this one', async () => {
    const [victim, attacker] = [await agreed(), await agreed()];
    const mixed = new URL(victim.callback);
    mixed.searchParams.set('code', attacker.callback.searchParams.get('code') ?? '');
    expect(refusalOf(node, await followCallback(node, mixed, victim.cookie))).toBe('oauth_failed');
  });

  it('a person who declined, or whose provider had a problem', async () => {
    const { url, cookie } = await startSignIn(node, 'google');
    const declined = await google.decline(url);
    expect(refusalOf(node, await followCallback(node, declined, cookie))).toBe('access_denied');
    declined.searchParams.set('error', 'server_error');
    expect(refusalOf(node, await followCallback(node, declined, cookie))).toBe('oauth_failed');
  });
});
