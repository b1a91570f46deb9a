import { describe, expect, it } from 'vitest';
import { anAddress, anEmail, aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { clientOf, refusalOf } from '../../../test/oauth-browser.ts';
import { aGithubPerson, startWithGithub } from '../../../test/oauth-services.ts';
import { countStatuses, expectConflict } from '../../../test/samples.ts';

const { node, signIn } = await startWithGithub();

/** Characters that Unicode folds to ASCII. Addresses with them belong to someone else. */
const lookalikes: [string, (email: string) => string][] = [
  ['the Kelvin sign', (email) => email.replace('k', '\u212a')],
  ['a capital I with a dot', (email) => email.replace('i', '\u0130')],
];

const aKnownEmail = () => `kim-${anEmail()}`;

const logIn = (email: string, password: string) =>
  node.anyone.post('/api/v1/auth/login', { email, password }, { 'x-forwarded-for': anAddress() });

describe.each(lookalikes)('an address with %s', (_letter, spell) => {
  it('is that of another account', async () => {
    const ada = await aPerson(node, { email: aKnownEmail() });
    expect((await logIn(spell(ada.email), ada.password)).status).toBe(401);
    const other = await aPerson(node, { email: spell(ada.email) });
    expect(other.id).not.toBe(ada.id);
    expectConflict(
      await node.anyone.post(
        '/api/v1/auth/signup',
        { email: spell(ada.email), password: ada.password },
        { 'x-forwarded-for': anAddress() },
      ),
    );
  });

  it('does not sign in as somebody else through a provider', async () => {
    const ada = await aPerson(node, { email: aKnownEmail() });
    const me = await clientOf(node, await signIn(aGithubPerson({ email: spell(ada.email) }))).get(
      '/api/v1/me',
    );
    expect(me.body.email).toBe(spell(ada.email));
    expect(me.body.id).not.toBe(ada.id);
    expect((await ada.api.get('/api/v1/me')).status).toBe(200);
  });

  it('has a limit of logins of its own', async () => {
    const ada = await aPerson(node, { email: aKnownEmail() });
    const guesses = Array.from({ length: 21 }, () => logIn(spell(ada.email), 'a wrong guess'));
    expect(countStatuses(await Promise.all(guesses))).toEqual({ 401: 20, 429: 1 });
    expect((await logIn(ada.email, ada.password)).status).toBe(200);
  });

  it('is invited by itself', async () => {
    const [owner, email] = [await aPerson(node), aKnownEmail()];
    const team = `/api/v1/teams/${owner.teamId}`;
    for (const address of [email, spell(email)])
      expect((await owner.api.post(`${team}/members`, { email: address })).status).toBe(202);
    const { items } = (await owner.api.get(`${team}/invitations`)).body;
    expect(items.map((invitation: { email: string }) => invitation.email)).toEqual([spell(email), email]);
  });

  it('is not blocked together with the other', async () => {
    const [ada, email] = [await aPerson(node), aKnownEmail()];
    const project = await aProject(ada);
    const rules = `/api/v1/projects/${project.id}/blocklist`;
    expect((await ada.api.post(rules, { kind: 'email', value: email })).status).toBe(201);
    for (const address of [spell(email), email.toUpperCase()])
      await aSender(node, project).post('/api/v1/bugs', aReport({ reporter_email: address }));
    const { items } = (await ada.api.get('/api/v1/bugs-admin')).body;
    expect(items.map((bug: { reporter_email: string }) => bug.reporter_email)).toEqual([spell(email)]);
    expect((await ada.api.post(rules, { kind: 'email', value: spell(email) })).status).toBe(201);
  });

  it('is told of new bugs besides the other', async () => {
    const [ada, email] = [await aPerson(node), aKnownEmail()];
    const { id } = await aProject(ada);
    const notification_emails = [email, spell(email)];
    expect((await ada.api.patch(`/api/v1/projects/${id}`, { notification_emails })).status).toBe(200);
    const kept = await node.db
      .selectFrom('notification_addresses')
      .select('email')
      .where('project_id', '=', id)
      .orderBy('id')
      .execute();
    expect(kept.map((address) => address.email).sort()).toEqual(notification_emails.toSorted());
  });
});

/** Mail servers map all of these to an ASCII domain, the first three to example.com. */
const otherDomains = ['\uff45xample.com', 'ex\u1d43mple.com', 'example\u3002com', 'b\u00fccher.example'];

describe.each(otherDomains)('an address at %s', (domain) => {
  it('is refused wherever an address is taken', async () => {
    const owner = await aPerson(node);
    const project = await aProject(owner);
    const email = `ada@${domain}`;
    const anyone = (path: string, body: object) =>
      node.anyone.post(`/api/v1/auth/${path}`, body, { 'x-forwarded-for': anAddress() });
    const ofProject = `/api/v1/projects/${project.id}`;
    const ofTeam = `/api/v1/teams/${owner.teamId}`;
    const answers = [
      await anyone('signup', { email, password: owner.password }),
      await anyone('login', { email, password: owner.password }),
      await anyone('password-reset', { email }),
      await owner.api.post(`${ofTeam}/members`, { email }),
      await owner.api.request('DELETE', `${ofTeam}/reporters`, { body: { email } }),
      await owner.api.patch(ofProject, { notification_emails: [email] }),
      await owner.api.post(`${ofProject}/blocklist`, { kind: 'email', value: email }),
      await owner.api.post(`${ofProject}/blocklist`, { kind: 'email', value: `@${domain}` }),
      await owner.api.post(`${ofProject}/blocklist/preview`, { kind: 'email', value: email }),
      await aSender(node, project).post('/api/v1/bugs', aReport({ reporter_email: email })),
    ];
    expect(countStatuses(answers)).toEqual({ 422: answers.length });
  });

  it('is not taken from a provider', async () => {
    const answer = await signIn(aGithubPerson({ email: `ada@${domain}` }));
    expect(refusalOf(node, answer)).toBe('email_missing');
  });
});

it('an international domain is taken in its ASCII form', async () => {
  const email = `${anEmail().split('@')[0]}@XN--bcher-kva.example`;
  expect((await aPerson(node, { email })).email).toBe(email);
});
