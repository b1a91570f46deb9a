import { describe, expect, it } from 'vitest';
import { anAddress, anEmail, anInvitation } from '../../../test/builders.ts';
import { createDatabase, startNode, startService, type TestNode } from '../../../test/harness.ts';
import { clientOf, refusalOf } from '../../../test/oauth-browser.ts';
import { aGithubPerson, startWithGithub } from '../../../test/oauth-services.ts';
import { countStatuses } from '../../../test/samples.ts';

const signUp = (node: TestNode, email: string, more: object = {}) =>
  node.anyone.post(
    '/api/v1/auth/signup',
    { email, password: 'correct horse battery', ...more },
    { 'x-forwarded-for': anAddress() },
  );
const admissionAt = async (node: TestNode) => (await node.anyone.get('/api/v1/auth/oauth')).body.signup;

/** The first account of a node, which can invite others. */
async function firstOwner(node: TestNode) {
  const first = await signUp(node, anEmail());
  expect(first.status).toBe(201);
  const api = node.anyone.with({ authorization: `Bearer ${first.body.access_token}` });
  const { items } = (await api.get('/api/v1/teams')).body;
  const invite = async (email: string) => {
    const answer = await api.post(`/api/v1/teams/${items[0].id}/members`, { email });
    expect(answer.status).toBe(202);
  };
  return { api, teamId: items[0].id as number, invite };
}

describe('closed sign-up', () => {
  it('admits the first account and nobody after it, however many come at once', async () => {
    const database = await createDatabase();
    const nodes = [
      await startNode(database, { SIGNUP: 'closed' }),
      await startNode(database, { SIGNUP: 'closed' }),
    ];
    const [node] = nodes as [TestNode, TestNode];
    expect(await admissionAt(node)).toBe('open');
    const answers = await Promise.all(nodes.flatMap((each) => [1, 2, 3].map(() => signUp(each, anEmail()))));
    expect(countStatuses(answers)).toEqual({ 201: 1, 403: 5 });
    expect(await admissionAt(node)).toBe('closed');
    const refused = await signUp(node, anEmail());
    expect([refused.status, refused.body]).toEqual([403, { detail: 'Sign-up is closed' }]);
  });

  it('admits no invited address either, and nobody from a provider', async () => {
    const { node, signIn } = await startWithGithub({ SIGNUP: 'closed' });
    const { api, teamId, invite } = await firstOwner(node);
    const { id } = (await api.get('/api/v1/me')).body;
    const tokenFor = (email: string) => anInvitation(node, { id, teamId }, { email });
    const email = anEmail();
    await invite(email);
    expect((await signUp(node, email)).status).toBe(403);
    expect((await signUp(node, email, { invitation_token: await tokenFor(email) })).status).toBe(403);
    expect((await signUp(node, email, { invitation_token: 'forged' })).status).toBe(403);
    expect(refusalOf(node, await signIn(aGithubPerson({ email })))).toBe('signup_closed');
  });

  it('lets those in who have an account, by password and by provider', async () => {
    const { node, signIn } = await startWithGithub({ SIGNUP: 'closed' });
    const { api } = await firstOwner(node);
    const me = (await api.get('/api/v1/me')).body;
    const again = clientOf(node, await signIn(aGithubPerson({ email: me.email })));
    expect((await again.get('/api/v1/me')).body.id).toBe(me.id);
  });
});

describe('sign-up for the invited', () => {
  it('admits those with the token of an open invitation, or with the invited address from a provider', async () => {
    const { node, signIn } = await startWithGithub({ SIGNUP: 'invited' });
    const { api, teamId, invite } = await firstOwner(node);
    const { id } = (await api.get('/api/v1/me')).body;
    const tokenFor = (email: string) => anInvitation(node, { id, teamId }, { email });
    expect(await admissionAt(node)).toBe('invited');
    const [byPassword, byProvider, stranger, late] = [anEmail(), anEmail(), anEmail(), anEmail()];
    for (const email of [byPassword, byProvider, late]) await invite(email);
    expect((await signUp(node, byPassword)).body).toEqual({ detail: 'Sign-up is closed' });
    const invited = await signUp(node, byPassword.toUpperCase(), {
      invitation_token: await tokenFor(byPassword),
    });
    expect(invited.status).toBe(201);
    expect((await signUp(node, anEmail(), { invitation_token: 'forged' })).status).toBe(422);
    const unverified = aGithubPerson({ emails: [{ email: late, primary: true, verified: false }] });
    expect(refusalOf(node, await signIn(unverified))).toBe('signup_closed');
    const lateToken = await tokenFor(late);
    const joined = clientOf(node, await signIn(aGithubPerson({ email: byProvider })));
    expect((await joined.get('/api/v1/me')).body.email).toBe(byProvider);

    expect((await signUp(node, stranger)).body).toEqual({ detail: 'Sign-up is closed' });
    expect(refusalOf(node, await signIn(aGithubPerson({ email: stranger })))).toBe('signup_closed');
    await node.db
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('email', '=', late)
      .execute();
    expect((await signUp(node, late)).status).toBe(403);
    expect((await signUp(node, late, { invitation_token: lateToken })).status).toBe(422);
  });

  it('does not tell whether an address has an account', async () => {
    const node = await startService({ SIGNUP: 'invited' });
    const { api } = await firstOwner(node);
    const known = (await api.get('/api/v1/me')).body.email;
    for (const email of [known, anEmail()]) expect((await signUp(node, email)).status).toBe(403);
  });
});
