import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { anAddress, anEmail, aPerson } from '../../../test/builders.ts';
import { secretKey, startService } from '../../../test/harness.ts';

const node = await startService();

const signUp = (body: unknown) =>
  node.anyone.post('/api/v1/auth/signup', body, { 'x-forwarded-for': anAddress() });
const logIn = (body: unknown) =>
  node.anyone.post('/api/v1/auth/login', body, { 'x-forwarded-for': anAddress() });
const password = 'correct horse battery';

describe('signing up', () => {
  it('answers a session and creates a first team that the user owns', async () => {
    const email = anEmail();
    const signup = await signUp({ email, password, name: 'Ada', team_name: 'Büro für Bienen' });
    expect(signup.status).toBe(201);
    expect(signup.body).toEqual({ access_token: expect.any(String), token_type: 'bearer' });

    const api = node.anyone.with({ authorization: `Bearer ${signup.body.access_token}` });
    expect((await api.get('/api/v1/me')).body).toMatchObject({ email, name: 'Ada' });
    expect((await api.get('/api/v1/teams')).body).toEqual({
      items: [
        {
          id: expect.any(Number),
          name: 'Büro für Bienen',
          slug: 'buro-fur-bienen',
          plan: 'free',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      ],
      total: 1,
    });
  });

  it('names user and team after the address when no names are given', async () => {
    const person = await aPerson(node, { email: 'grace.hopper@example.com' });
    expect((await person.api.get('/api/v1/me')).body.name).toBe('grace.hopper');
    expect((await person.api.get('/api/v1/teams')).body.items[0].name).toBe("grace.hopper's team");
  });

  it('gives two teams of the same name different slugs', async () => {
    const [one, two] = [
      await aPerson(node, { team_name: 'Same' }),
      await aPerson(node, { team_name: 'Same' }),
    ];
    const slugs = await Promise.all(
      [one, two].map(async ({ api }) => (await api.get('/api/v1/teams')).body.items[0].slug),
    );
    expect(slugs[0]).toBe('same');
    expect(slugs[1]).toMatch(/^same-[0-9a-f]{8}$/);
  });

  it('refuses an address that is taken, whatever its case', async () => {
    const { email } = await aPerson(node);
    const again = await signUp({ email: email.toUpperCase(), password });
    expect(again.status).toBe(409);
    expect(again.body).toEqual({ detail: 'An account with this email address already exists' });
  });

  it('lets exactly one of several concurrent signups have the address', async () => {
    const email = anEmail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp({ email, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    ['email', undefined, 'is required'],
    ['email', 5, 'must be a string'],
    ['email', 'nobody', 'must be an email address. Write international domains in ASCII (xn--…).'],
    ['email', 'a@b', 'must be an email address. Write international domains in ASCII (xn--…).'],
    ['email', 'a b@example.com', 'must be an email address. Write international domains in ASCII (xn--…).'],
    ['email', `${'a'.repeat(250)}@example.com`, 'must be at most 254 characters'],
    ['password', '1234567', 'must be 8 to 200 characters'],
    ['password', 'p'.repeat(201), 'must be 8 to 200 characters'],
    ['password', '12345678\0', 'must not contain NUL or lone surrogates'],
    ['name', '', 'must be 1 to 200 characters'],
    ['name', '  \n', 'must not be blank, and must not contain NUL or lone surrogates'],
    ['team_name', '🐝'.repeat(201), 'must be 1 to 200 characters'],
    ['team_name', 'half \ud83d', 'must not be blank, and must not contain NUL or lone surrogates'],
  ])('refuses %s = %j', async (field, value, message) => {
    const answer = await signUp({ email: anEmail(), password, [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ detail: `${field}: ${message}`, errors: [{ field, message }] });
  });

  it('accepts passwords of 8 and 200 characters and names of 200 emoji', async () => {
    for (const accepted of ['12345678', 'p'.repeat(200), '🐝'.repeat(200)]) {
      const person = await aPerson(node, { password: accepted, name: '🐝'.repeat(200) });
      expect((await logIn({ email: person.email, password: accepted })).status).toBe(200);
    }
  });
});

describe('logging in', () => {
  it('answers a session, whatever the case of the address', async () => {
    const person = await aPerson(node);
    const login = await logIn({ email: person.email.toUpperCase(), password: person.password });
    expect(login.status).toBe(200);
    expect(login.body).toEqual({ access_token: expect.any(String), token_type: 'bearer' });
  });

  it('answers a wrong password and an unknown address with the same words', async () => {
    const { email } = await aPerson(node);
    const wrong = await logIn({ email, password: 'wrong horse battery' });
    const unknown = await logIn({ email: anEmail(), password });
    expect([wrong.status, wrong.body]).toEqual([401, { detail: 'Invalid email or password' }]);
    expect([unknown.status, unknown.body]).toEqual([401, { detail: 'Invalid email or password' }]);
  });

  it('stores passwords as Argon2id hashes only', async () => {
    const person = await aPerson(node);
    const row = await node.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
  });
});

describe('access tokens', () => {
  const key = new TextEncoder().encode(secretKey);
  const now = () => Math.floor(Date.now() / 1000);
  const tokenFor = (id: number, alg = 'HS256') =>
    new SignJWT().setProtectedHeader({ alg }).setSubject(String(id)).setIssuedAt();
  const me = (token: string) => node.anyone.get('/api/v1/me', { authorization: `Bearer ${token}` });

  it('are HS256, carry the user id and hold for 30 days', async () => {
    const { id, token } = await aPerson(node);
    const claims = decodeJwt(token);
    expect(decodeProtectedHeader(token).alg).toBe('HS256');
    expect(claims).toEqual({
      sub: String(id),
      iat: expect.any(Number),
      exp: Number(claims.iat) + 30 * 86400,
    });
  });

  it('are refused with another algorithm, without one, expired, without an end, or signed by others', async () => {
    const { id } = await aPerson(node);
    const good = await tokenFor(id).setExpirationTime('1h').sign(key);
    expect((await me(good)).status).toBe(200);
    const bad = {
      otherAlgorithm: await tokenFor(id, 'HS512').setExpirationTime('1h').sign(key),
      none: new UnsecuredJWT({}).setSubject(String(id)).setIssuedAt().setExpirationTime('1h').encode(),
      expired: await tokenFor(id)
        .setExpirationTime(now() - 1)
        .sign(key),
      endless: await tokenFor(id).sign(key),
      foreign: await tokenFor(id)
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode('k'.repeat(32))),
      unknownUser: await tokenFor(999_999_999).setExpirationTime('1h').sign(key),
      noUser: await tokenFor(Number.NaN).setExpirationTime('1h').sign(key),
      tampered: good.replace(/\.(.)/, (_dot, letter) => `.${letter === 'e' ? 'f' : 'e'}`),
      mcpToken: `mcp_${'0'.repeat(40)}`,
      empty: '',
    };
    for (const [name, token] of Object.entries(bad)) {
      const answer = await me(token);
      expect([name, answer.status]).toEqual([name, 401]);
      expect(answer.body.detail).toBe('The access token is missing, invalid or expired. Sign in first.');
    }
  });

  it('count only in their own header', async () => {
    const { token } = await aPerson(node);
    expect((await node.anyone.get('/api/v1/me', { 'x-mcp-token': token })).status).toBe(401);
    expect((await node.anyone.get('/api/v1/me', { authorization: token })).status).toBe(401);
    const both = { authorization: `Bearer ${token}`, 'x-mcp-token': 'mcp_x', 'x-api-key': 'sk_x' };
    expect((await node.anyone.get('/api/v1/me', both)).status).toBe(200);
  });
});
