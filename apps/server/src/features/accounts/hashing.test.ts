import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { anAddress, anEmail, aPerson, type Person } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { signLink } from '../../auth/signed-links.ts';

const database = await createDatabase();
const [node, otherNode] = [await startNode(database), await startNode(database)];
const { queue } = node.context.passwords;

/** Releases the work blocked by `holdHashing`. */
let release = () => {};
afterEach(() => release());

/** Occupies the queue so that nothing is hashed until `release`. */
function holdHashing(waiting: number): void {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (let count = 0; count < 2 + waiting; count++) queue.run(`client ${count}`, () => held);
}

const post = (path: string, body: object) =>
  node.anyone.post(`/api/v1/auth/${path}`, body, { 'x-forwarded-for': anAddress() });
const logIn = (email: string, password: string) => post('login', { email, password });
const me = (token: string) => node.anyone.get('/api/v1/me', { authorization: `Bearer ${token}` });

describe('while as much is being hashed as may be', () => {
  it('an unknown address, a wrong and a right password ask for the same work', async () => {
    const { email, password } = await aPerson(node);
    holdHashing(100);
    const logins = [logIn(anEmail(), password), logIn(email, 'a wrong guess'), logIn(email, password)];
    for (const answer of await Promise.all(logins)) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(answer.body).toEqual({ detail: 'Too many concurrent requests. Retry after 5 s.' });
    }
    release();
    expect((await logIn(email, password)).status).toBe(200);
  });

  it('so does an account that has no password', async () => {
    const { email, id } = await aPerson(node);
    await node.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
    holdHashing(100);
    expect((await logIn(email, 'a wrong guess')).status).toBe(503);
    release();
    expect((await logIn(email, 'a wrong guess')).status).toBe(401);
  });

  it('an account is not made', async () => {
    const account = { email: anEmail(), password: 'correct horse battery' };
    holdHashing(100);
    expect((await post('signup', account)).status).toBe(503);
    release();
    expect((await post('signup', account)).status).toBe(201);
  });

  it('a reset link that is not good any more asks for no work', async () => {
    holdHashing(100);
    const token = signLink(node.context.secretKey, 'password-reset', 999_999);
    const answer = await post('password-reset/confirm', { token, password: 'a better horse battery' });
    expect(answer.status).toBe(422);
  });

  it('everything else goes on', async () => {
    const { api } = await aPerson(node);
    holdHashing(100);
    expect((await api.get('/api/v1/teams')).status).toBe(200);
  });
});

it('a network from which very many log in keeps nobody else from logging in', async () => {
  const person = await aPerson(node);
  holdHashing(0);
  const order: string[] = [];
  const logInFrom = async (address: string, name: string, credentials: object) => {
    const answer = await node.anyone.post('/api/v1/auth/login', credentials, { 'x-forwarded-for': address });
    order.push(`${answer.status} ${name}`);
    return answer.status;
  };
  const many = Array.from({ length: 100 }, (_, index) =>
    logInFrom(`2001:db8:1:${index.toString(16)}00::1`, 'many', { email: anEmail(), password: 'a guess' }),
  );
  await expect.poll(() => queue.waiting).toBe(100);
  const one = logInFrom('203.0.113.1', 'one', { email: person.email, password: person.password });
  await expect.poll(() => order).toEqual(['503 many']);
  release();
  expect(await one).toBe(200);
  await Promise.all(many);
  expect(order.indexOf('200 one')).toBeLessThan(20);
});

it('a login in whose midst the password changes ends in no session', async () => {
  const person = await aPerson(node);
  holdHashing(0);
  const login = logIn(person.email, person.password);
  await expect.poll(() => queue.waiting).toBe(1);
  const fresh = await changePassword(person);
  // A token issued at the end of the login would be valid from now on.
  await expect.poll(() => Date.now() / 1000).toBeGreaterThan(1 + Number(decodeJwt(fresh).iat));
  release();
  const { status, body } = await login;
  expect(status).toBe(200);
  expect((await me(body.access_token)).status).toBe(401);
  expect((await me(fresh)).status).toBe(200);
});

/** Changes the password on the other node, whose hashing is not blocked. Returns the new token. */
async function changePassword({ token, password }: Person): Promise<string> {
  const change = { password: 'a better horse battery', current_password: password };
  const answer = await otherNode.anyone.patch('/api/v1/me', change, { authorization: `Bearer ${token}` });
  expect(answer.status).toBe(200);
  return answer.body.access_token;
}
