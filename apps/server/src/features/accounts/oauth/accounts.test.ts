import { describe, expect, it } from 'vitest';
import { anAddress, anEmail, aPerson, aVerifiedPerson, type Person } from '../../../../test/builders.ts';
import { linkIn, startMailbox } from '../../../../test/mailbox.ts';
import { clientOf, refusalOf, tokenOf } from '../../../../test/oauth-browser.ts';
import { aGithubPerson, startWithGithub } from '../../../../test/oauth-services.ts';

const mailbox = await startMailbox();
const { node, signIn } = await startWithGithub({ SMTP_URL: mailbox.url });

const unverified = (email: string) => aGithubPerson({ emails: [{ email, primary: true, verified: false }] });

/** Signs in and returns the response of `/me`. */
async function meOf(person: ReturnType<typeof aGithubPerson>) {
  const me = await clientOf(node, await signIn(person)).get('/api/v1/me');
  expect(me.status).toBe(200);
  return me.body;
}

async function logIn(email: string, password: string): Promise<number> {
  const body = { email, password };
  const answer = await node.anyone.post('/api/v1/auth/login', body, { 'x-forwarded-for': anAddress() });
  return answer.status;
}

async function resetPassword(email: string, password: string) {
  await node.anyone.post('/api/v1/auth/password-reset', { email });
  const token = linkIn(await mailbox.next(email)).split('#token=')[1];
  const answer = await node.anyone.post(
    '/api/v1/auth/password-reset/confirm',
    { token, password },
    { 'x-forwarded-for': anAddress() },
  );
  expect(answer.status).toBe(200);
}

async function mcpTokensOf(api: Person['api']): Promise<number> {
  return (await api.get('/api/v1/me/mcp-tokens')).body.total;
}

describe('an address that already has an account', () => {
  it('is joined when the provider has verified it, however it is spelled', async () => {
    const person = await aPerson(node);
    expect(await meOf(aGithubPerson({ email: person.email.toUpperCase() }))).toMatchObject({
      id: person.id,
      email: person.email,
    });
  });

  it('is not joined when the provider has not verified it', async () => {
    const person = await aPerson(node);
    expect(refusalOf(node, await signIn(unverified(person.email)))).toBe('email_unverified');
    expect(await logIn(person.email, person.password)).toBe(200);
    expect((await person.api.get('/api/v1/me')).status).toBe(200);
  });

  it('that nobody had proved loses the password and the tokens of whoever signed up with it', async () => {
    const stranger = await aPerson(node);
    await stranger.api.post('/api/v1/me/mcp-tokens', { name: 'Backdoor', scopes: ['read:bugs'] });
    const owner = clientOf(node, await signIn(aGithubPerson({ email: stranger.email })));
    expect((await owner.get('/api/v1/me')).body.id).toBe(stranger.id);
    expect((await stranger.api.get('/api/v1/me')).status).toBe(401);
    expect(await logIn(stranger.email, stranger.password)).toBe(401);
    expect(await mcpTokensOf(owner)).toBe(0);
  });

  it('that nobody had proved loses the identity of whoever came with it unverified', async () => {
    const email = anEmail();
    const stranger = unverified(email);
    const before = clientOf(node, await signIn(stranger));
    const owner = await meOf(aGithubPerson({ email }));
    expect(owner.email).toBe(email);
    expect((await before.get('/api/v1/me')).status).toBe(401);
    expect(refusalOf(node, await signIn(stranger))).toBe('email_unverified');
  });

  it('that was proved by a password reset keeps its password and tokens', async () => {
    const person = await aPerson(node);
    await resetPassword(person.email, 'a better horse battery');
    const login = await node.anyone.post('/api/v1/auth/login', {
      email: person.email,
      password: 'a better horse battery',
    });
    const api = node.anyone.with({ authorization: `Bearer ${login.body.access_token}` });
    await api.post('/api/v1/me/mcp-tokens', { name: 'Claude', scopes: ['read:bugs'] });
    expect((await meOf(aGithubPerson({ email: person.email }))).id).toBe(person.id);
    expect((await api.get('/api/v1/me')).status).toBe(200);
    expect(await mcpTokensOf(api)).toBe(1);
    expect(await logIn(person.email, 'a better horse battery')).toBe(200);
  });

  it('can have several identities, and a further one ends nothing', async () => {
    const email = anEmail();
    const first = clientOf(node, await signIn(aGithubPerson({ email })));
    await meOf(aGithubPerson({ email }));
    expect((await first.get('/api/v1/me')).status).toBe(200);
  });
});

it('a password reset shuts out a stranger who came with the address unverified', async () => {
  const email = anEmail();
  const stranger = unverified(email);
  const api = clientOf(node, await signIn(stranger));
  await api.post('/api/v1/me/mcp-tokens', { name: 'Backdoor', scopes: ['read:bugs'] });
  await resetPassword(email, 'a better horse battery');
  expect(refusalOf(node, await signIn(stranger))).toBe('email_unverified');
  const owner = await meOf(aGithubPerson({ email }));
  expect(owner.email).toBe(email);
  expect(await mcpTokensOf(clientOf(node, await signIn(aGithubPerson({ email }))))).toBe(0);
});

describe('open invitations', () => {
  async function invitedBy(person: (email: string) => ReturnType<typeof aGithubPerson>) {
    const [host, email] = [await aVerifiedPerson(node, { team_name: 'Bees' }), anEmail()];
    const invited = await host.api.post(`/api/v1/teams/${host.teamId}/members`, {
      email: email.toUpperCase(),
    });
    expect(invited.status).toBe(202);
    const api = clientOf(node, await signIn(person(email)));
    expect((await api.get('/api/v1/teams')).body.total).toBe(1);
    return api.get('/api/v1/me/invitations');
  }

  it('are shown to somebody whose address the provider has verified, and not joined', async () => {
    const { items } = (await invitedBy((email) => aGithubPerson({ email }))).body;
    expect(items).toMatchObject([{ team: { name: 'Bees' } }]);
  });

  it('are hidden from somebody who only claims the address', async () => {
    expect((await invitedBy(unverified)).status).toBe(403);
  });
});

describe('first sign-ins at the same moment', () => {
  it('with one identity end in one account', async () => {
    const person = aGithubPerson();
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(person)));
    const mes = await Promise.all(answers.map((answer) => clientOf(node, answer).get('/api/v1/me')));
    expect(mes.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(mes.map(({ body }) => body.id)).size).toBe(1);
  });

  it('with two identities of one address end in one account, and both can stay', async () => {
    const stranger = await aPerson(node);
    const people = Array.from({ length: 6 }, () => aGithubPerson({ email: stranger.email }));
    const answers = await Promise.all(people.map(signIn));
    const mes = await Promise.all(answers.map((answer) => clientOf(node, answer).get('/api/v1/me')));
    expect(mes.map(({ body }) => body.id)).toEqual(Array(6).fill(stranger.id));
  });
});

describe('what the provider says', () => {
  it.each([
    'no address',
    'two@@example.com',
    'a\0b@example.com',
    'line\nbreak@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'long.'.repeat(60)}example.com`,
    'Bcc: all <a@example.com>',
  ])('is no address we can write to: %j', async (email) => {
    expect(refusalOf(node, await signIn(aGithubPerson({ email })))).toBe('email_missing');
  });

  it.each([
    ['\0', null],
    [' \n\t ', null],
    ['\ud800', '\ufffd'],
    ['Ada\0 Lovelace', 'Ada Lovelace'],
    ['🐝'.repeat(300), '🐝'.repeat(200)],
    [`${' '.repeat(200)}late`, null],
  ])('as a name, %j, is made fit', async (name, expected) => {
    const email = anEmail();
    const me = await meOf(aGithubPerson({ name, email }));
    expect(me.name).toBe(expected ?? email.split('@')[0]);
  });

  it('as a subject is compared exactly', async () => {
    const first = await meOf(aGithubPerson({ id: 1000001 }));
    const second = await meOf(aGithubPerson({ id: 100000 }));
    expect(second.id).not.toBe(first.id);
    tokenOf(node, await signIn(aGithubPerson({ id: 1000001, emails: [] })));
  });
});
