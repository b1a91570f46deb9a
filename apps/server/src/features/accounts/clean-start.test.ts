import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  aBug,
  aColleague,
  anAddress,
  anAssistant,
  anEmail,
  aPerson,
  aProject,
  aReport,
  aSender,
  type Person,
  storeTeam,
} from '../../../test/builders.ts';
import type { Client } from '../../../test/client.ts';
import { linkIn, startMailbox } from '../../../test/mailbox.ts';
import { clientOf } from '../../../test/oauth-browser.ts';
import { aGithubPerson, startWithGithub } from '../../../test/oauth-services.ts';
import { expectNotFound } from '../../../test/samples.ts';
import { signLink } from '../../auth/signed-links.ts';
import { upsertInvitation } from '../invitations/operations.ts';

const mailbox = await startMailbox();
const { node, signIn } = await startWithGithub({ SMTP_URL: mailbox.url, WEBHOOK_ALLOW_PRIVATE: 'true' });
const { secretKey } = node.context;
const { db } = node;

interface Proof {
  api: Client;
  startedClean: boolean;
}

async function resetPassword(email: string): Promise<Proof> {
  await node.anyone.post('/api/v1/auth/password-reset', { email }, { 'x-forwarded-for': anAddress() });
  const token = linkIn(await mailbox.next(email)).split('#token=')[1];
  const body = { token, password: 'a better horse battery' };
  const { body: session } = await node.anyone.post('/api/v1/auth/password-reset/confirm', body, {
    'x-forwarded-for': anAddress(),
  });
  const api = node.anyone.with({ authorization: `Bearer ${session.access_token}` });
  return { api, startedClean: session.started_clean === true };
}

async function signInWithGithub(email: string): Promise<Proof> {
  const answer = await signIn(aGithubPerson({ email }));
  const fields = new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1));
  return { api: clientOf(node, answer), startedClean: fields.get('started_clean') === 'true' };
}

const team = (id: number) => `/api/v1/teams/${id}`;
const membersOf = async (api: Client, teamId: number): Promise<number[]> =>
  (await api.get(`${team(teamId)}/members`)).body.items.map(({ id }: { id: number }) => id).sort();

const invite = ({ id, teamId }: Person, email: string) =>
  upsertInvitation(db, { team_id: teamId, email, invited_by: id });
const acceptLink = ({ api }: Person, invitation: number) =>
  api.post('/api/v1/invitations/accept', { token: signLink(secretKey, 'invitation', invitation) });

/** A member who joined with an invitation link sent to another address. */
async function aGuest(host: Person): Promise<Person> {
  const guest = await aPerson(node);
  expect((await acceptLink(guest, await invite(host, anEmail()))).status).toBe(200);
  return guest;
}

async function aWatchedProject(person: Person) {
  const project = await aProject(person);
  const webhook = { url: 'http://127.0.0.1:9/hook', events: ['bug.created'] };
  const path = `/api/v1/projects/${project.id}`;
  expect((await person.api.post(`${path}/webhooks`, webhook)).status).toBe(201);
  await person.api.patch(path, { notification_emails: ['stranger@example.com'] });
  return { ...project, path };
}

const webhooksOf = async (api: Client, path: string) => (await api.get(`${path}/webhooks`)).body.total;

describe.each([
  ['a reset link', resetPassword],
  ['a provider', signInWithGithub],
])('an account that is proved for the first time by %s', (_way, prove) => {
  it('says so once, and ends the sessions and MCP tokens from before', async () => {
    const stranger = await aPerson(node);
    const assistant = await anAssistant(node, stranger);
    const { api, startedClean } = await prove(stranger.email);
    expect(startedClean).toBe(true);
    expect((await api.get('/api/v1/me')).body).toMatchObject({ id: stranger.id, email_verified: true });
    expect((await stranger.api.get('/api/v1/me')).status).toBe(401);
    expect((await assistant.api.get('/api/v1/mcp/token')).status).toBe(401);
    expect((await prove(stranger.email)).startedClean).toBe(false);
  });

  it('has left its team, where an accomplice stays, and has a new, empty one', async () => {
    const stranger = await aPerson(node, { name: 'Stranger', team_name: 'Trap' });
    const accomplice = await aColleague(node, stranger);
    const project = await aProject(stranger);
    const bug = `/api/v1/bugs-admin/${await aBug(node, project)}`;
    expect((await stranger.api.patch(bug, { assignee_id: stranger.id })).status).toBe(200);
    const { api } = await prove(stranger.email);
    const { items: teams } = (await api.get('/api/v1/teams')).body;
    expect(teams).toHaveLength(1);
    expect(await membersOf(api, teams[0].id)).toEqual([stranger.id]);
    expect(teams[0].name).not.toContain('Stranger');
    expect((await api.get('/api/v1/me')).body.name).toBe(stranger.email.split('@')[0]);
    expect((await api.get('/api/v1/projects')).body.total).toBe(0);
    for (const path of [team(stranger.teamId), bug, `/api/v1/projects/${project.id}`])
      expectNotFound(await api.get(path));
    expectNotFound(await accomplice.api.get(team(teams[0].id)));
    expectNotFound(await accomplice.api.delete(`${team(teams[0].id)}/members/${stranger.id}`));
    expect(await membersOf(accomplice.api, stranger.teamId)).toEqual([accomplice.id]);
    expect((await accomplice.api.get(bug)).body.assignee_id).toBeNull();
  });

  it('has a team again even when it was in as many as one can be in', async () => {
    const stranger = await aPerson(node);
    for (let count = 1; count < 50; count++) await storeTeam(node, stranger);
    const { api } = await prove(stranger.email);
    expect((await api.get('/api/v1/teams')).body.total).toBe(1);
  });

  it('leaves teams behind that are deleted after seven days when nobody is in them', async () => {
    const stranger = await aPerson(node);
    const project = await aProject(stranger);
    const shared = await storeTeam(node, stranger);
    const accomplice = await aColleague(node, { ...stranger, teamId: shared });
    await prove(stranger.email);
    const left = () => node.db.selectFrom('teams').select('id').where('id', '=', stranger.teamId).execute();
    expect(await left()).toHaveLength(1);
    expect((await aSender(node, project).post('/api/v1/bugs', aReport())).status).toBe(201);
    const { rows } = await sql<{ days: number }>`
      update jobs set run_at = now() from jobs as former
      where jobs.id = former.id and jobs.kind = 'delete-abandoned-team' and jobs.payload ->> 'team_id' = ${String(stranger.teamId)}
      returning round(extract(epoch from former.run_at - now()) / 86400)::int as days`.execute(db);
    expect(rows).toEqual([{ days: 7 }]);
    await expect.poll(left).toEqual([]);
    expect((await aSender(node, project).post('/api/v1/bugs', aReport())).status).toBe(401);
    expect((await accomplice.api.get(team(shared))).status).toBe(200);
  });

  it('lets nobody in who was invited before', async () => {
    const stranger = await aPerson(node);
    const invitation = await invite(stranger, anEmail());
    await prove(stranger.email);
    expect((await acceptLink(await aPerson(node), invitation)).status).toBe(422);
  });

  it('is out of the teams of others, which stay as they are', async () => {
    const host = await aPerson(node);
    const [stranger, colleague] = [await aGuest(host), await aColleague(node, host)];
    const { path } = await aWatchedProject(host);
    const invitation = await upsertInvitation(db, {
      team_id: host.teamId,
      email: anEmail(),
      invited_by: stranger.id,
    });
    const { api } = await prove(stranger.email);
    expectNotFound(await api.get(team(host.teamId)));
    expect((await api.get('/api/v1/teams')).body.total).toBe(1);
    expect(await membersOf(host.api, host.teamId)).toEqual([host.id, colleague.id].sort());
    expect(await webhooksOf(host.api, path)).toBe(1);
    expect((await host.api.get(path)).body.notification_emails).toEqual(['stranger@example.com']);
    expect((await acceptLink(await aPerson(node), invitation)).status).toBe(422);
  });
});

it('an account that was proved by a mailed link keeps everything when it is proved once more', async () => {
  const host = await aPerson(node);
  const person = await aColleague(node, host);
  const guest = await aGuest(person);
  const { path } = await aWatchedProject(person);
  const assistant = await anAssistant(node, person);
  const { startedClean } = await signInWithGithub(person.email);
  expect(startedClean).toBe(false);
  expect((await assistant.api.get('/api/v1/mcp/token')).status).toBe(200);
  const { api } = await resetPassword(person.email);
  expect(await membersOf(api, person.teamId)).toEqual([person.id, guest.id].sort());
  expect(await membersOf(api, host.teamId)).toEqual([host.id, person.id].sort());
  expect(await webhooksOf(api, path)).toBe(1);
});
