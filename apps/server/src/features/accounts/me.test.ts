import { describe, expect, it } from 'vitest';
import { anAddress, aPerson, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import {
  badNames,
  bees,
  everythingStored,
  expectRefused,
  expectSessionNeeded,
  goodNames,
  timestamp,
} from '../../../test/samples.ts';

const node = await startService();
const me = '/api/v1/me';

const logIn = ({ email }: Person, password: string) =>
  node.anyone.post('/api/v1/auth/login', { email, password }, { 'x-forwarded-for': anAddress() });

const askWith = (token: string) => node.anyone.get(me, { authorization: `Bearer ${token}` });

const changePassword = (person: Person, password: string, token = person.token) =>
  node.anyone.patch(
    me,
    { password, current_password: person.password },
    { authorization: `Bearer ${token}` },
  );

describe('reading the account', () => {
  it('says who is signed in', async () => {
    const person = await aPerson(node, { email: 'Ada.L@example.com', name: 'Ada' });
    const answer = await person.api.get(me);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: person.id,
      email: 'Ada.L@example.com',
      email_verified: false,
      has_password: true,
      is_operator: false,
      name: 'Ada',
      created_at: timestamp,
    });
  });

  it('demands a session', () => expectSessionNeeded(node.anyone, [`GET ${me}`, `PATCH ${me}`]));
});

describe('changing the name', () => {
  it.each(goodNames)('takes %j as it is', async (name) => {
    const person = await aPerson(node);
    const before = await person.api.get(me);
    const answer = await person.api.patch(me, { name });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before.body, name });
    expect((await person.api.get(me)).body).toEqual(answer.body);
  });

  it.each(badNames.filter(([what]) => what !== 'missing'))('refuses one that is %s', async (_what, name) => {
    const person = await aPerson(node, { name: 'Ada' });
    expectRefused(await person.api.patch(me, { name }), 'name');
    expect((await person.api.get(me)).body.name).toBe('Ada');
  });

  it('changes nothing else, whatever else is sent', async () => {
    const person = await aPerson(node);
    const before = await person.api.get(me);
    const extra = { id: 1, email: 'other@example.com', created_at: null, email_verified_at: 'now' };
    const answer = await person.api.patch(me, { name: 'Ada', ...extra });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before.body, name: 'Ada' });
  });

  it.each([{}, { nickname: 'Ada' }, [], 'Ada', 5, null])('refuses the body %j', async (body) => {
    const { api } = await aPerson(node);
    const answer = await api.request('PATCH', me, { body: JSON.stringify(body) });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ detail: expect.stringMatching(/^body: /), errors: expect.any(Array) });
  });

  it('refuses a request without a body', async () => {
    const { api } = await aPerson(node);
    expect((await api.request('PATCH', me)).status).toBe(422);
  });
});

describe('changing the password', () => {
  it('ends every earlier token at once and answers one that works', async () => {
    const person = await aPerson(node);
    const other = (await logIn(person, person.password)).body.access_token;
    const answer = await changePassword(person, 'a better horse battery');
    expect(answer.status).toBe(200);
    const fresh = answer.body.access_token;
    const account = {
      id: person.id,
      email: person.email,
      email_verified: false,
      has_password: true,
      is_operator: false,
      name: expect.any(String),
      created_at: timestamp,
    };
    expect(answer.body).toEqual({ ...account, access_token: expect.any(String), token_type: 'bearer' });
    expect((await askWith(fresh)).body).toEqual(account);
    expect((await askWith(person.token)).status).toBe(401);
    expect((await askWith(other)).status).toBe(401);
  });

  it('replaces the old password', async () => {
    const person = await aPerson(node);
    await changePassword(person, 'a better horse battery');
    expect((await logIn(person, person.password)).status).toBe(401);
    const login = await logIn(person, 'a better horse battery');
    expect(login.status).toBe(200);
    expect((await askWith(login.body.access_token)).status).toBe(200);
  });

  it('ends earlier tokens even when it is changed several times within one second', async () => {
    const person = await aPerson(node);
    let token = person.token;
    for (let round = 0; round < 4; round++) {
      const fresh = (await changePassword(person, person.password, token)).body.access_token;
      expect([round, (await askWith(token)).status]).toEqual([round, 401]);
      expect([round, (await askWith(fresh)).status]).toEqual([round, 200]);
      token = fresh;
    }
    const login = await logIn(person, person.password);
    expect((await askWith(login.body.access_token)).status).toBe(200);
  });

  it('leaves one of two simultaneous changes in force, its token and its password together', async () => {
    const person = await aPerson(node);
    const passwords = ['the first new one', 'the second new one'];
    const answers = await Promise.all(passwords.map((password) => changePassword(person, password)));
    const sessions = await Promise.all(answers.map(({ body }) => askWith(body.access_token ?? '')));
    const logins = await Promise.all(passwords.map((password) => logIn(person, password)));
    expect(sessions.map(({ status }) => status)).toEqual(logins.map(({ status }) => status));
    expect(logins.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('leaves the tokens of other people alone', async () => {
    const [person, neighbour] = [await aPerson(node), await aPerson(node)];
    await changePassword(person, 'a better horse battery');
    expect((await askWith(neighbour.token)).status).toBe(200);
  });

  it('changes the name along with it', async () => {
    const { api, password } = await aPerson(node);
    const answer = await api.patch(me, { name: 'Ada', password: bees(8), current_password: password });
    expect(answer.body).toMatchObject({ name: 'Ada', access_token: expect.any(String) });
  });

  it.each(['wrong horse battery', '', 'Correct horse battery'])(
    'is forbidden with the current password %j',
    async (current_password) => {
      const person = await aPerson(node, { name: 'Ada' });
      const answer = await person.api.patch(me, { name: 'Eve', password: 'long enough', current_password });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ detail: 'The current password is incorrect' });
      expect((await person.api.get(me)).body.name).toBe('Ada');
      expect((await logIn(person, person.password)).status).toBe(200);
    },
  );

  it.each([undefined, null, 5, ['correct horse battery'], 'a\0b'])(
    'is refused with the current password %j',
    async (current_password) => {
      const person = await aPerson(node);
      const answer = await person.api.patch(me, { password: 'long enough', current_password });
      expectRefused(answer, 'current_password');
      expect((await askWith(person.token)).status).toBe(200);
    },
  );

  it('is refused without the new password', async () => {
    const { api, password } = await aPerson(node);
    expectRefused(await api.patch(me, { current_password: password }), 'password');
  });

  it.each([bees(8), bees(200), '        '])('takes the new password %j', async (password) => {
    const person = await aPerson(node);
    expect((await changePassword(person, password)).status).toBe(200);
    expect((await logIn(person, password)).status).toBe(200);
  });

  it.each([bees(7), bees(201), '', null, 12345678, 'long enough\0', 'long enough\udc00'])(
    'refuses the new password %j',
    async (password) => {
      const person = await aPerson(node);
      const body = { password, current_password: person.password };
      expectRefused(await person.api.patch(me, body), 'password');
      expect((await logIn(person, person.password)).status).toBe(200);
    },
  );

  it('says how to get one when the account has none', async () => {
    const person = await aPerson(node);
    await node.db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute();
    const answer = await changePassword(person, 'a better horse battery');
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      detail: 'This account has no password. Set one with a password reset.',
    });
    expect((await person.api.get(me)).body.has_password).toBe(false);
  });

  it('cannot be guessed without end', async () => {
    const person = await aPerson(node);
    const guess = { password: 'a better horse battery', current_password: 'a guess' };
    for (let tries = 0; tries < 20; tries++) expect((await person.api.patch(me, guess)).status).toBe(403);
    const answer = await changePassword(person, 'a better horse battery');
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({ detail: 'Rate limit exceeded: 20 per hour' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('keeps only a slow hash, and writes no password to the log', async () => {
    const person = await aPerson(node, { password: 'secret number one' });
    await changePassword(person, 'secret number two');
    const row = await node.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    expect(await everythingStored(node)).not.toContain('secret number');
    expect(JSON.stringify(node.logs)).not.toContain('secret number');
  });
});
