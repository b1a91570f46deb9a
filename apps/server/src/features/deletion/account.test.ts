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
  type Person,
} from '../../../test/builders.ts';
import { countDeadlocks } from '../../../test/deadlocks.ts';
import { openStream } from '../../../test/event-stream.ts';
import { createDatabase, startNode, type TestNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { clientOf } from '../../../test/oauth-browser.ts';
import { aGithubPerson, startWithGithub } from '../../../test/oauth-services.ts';
import { expectNoContent, expectRefused } from '../../../test/samples.ts';

const within = { timeout: 60_000 };
const database = await createDatabase();
const node = await startNode(database);
const other = await startNode(database);

const leave = ({ api, password }: Pick<Person, 'api' | 'password'>) =>
  api.request('DELETE', '/api/v1/me', { body: { password } });
const teamsIn = async ({ db }: TestNode, id: number) =>
  (await db.selectFrom('teams').select('id').where('id', '=', id).execute()).length;

describe('deleting an account', () => {
  it('ends every way into it on every node, and teams with nobody else in them', async () => {
    const person = await aPerson(node);
    const project = await aProject(person);
    await aBug(node, project);
    const assistant = await anAssistant(node, person);
    const stream = await openStream(other, { token: person.token });
    expectNoContent(await leave(person));
    for (const each of [node, other]) {
      const session = each.anyone.with({ authorization: `Bearer ${person.token}` });
      expect((await session.get('/api/v1/me')).status).toBe(401);
      const token = each.anyone.with({ 'x-mcp-token': assistant.token });
      expect((await token.get('/api/v1/mcp/token')).status).toBe(401);
    }
    const { email, password } = person;
    const from = { 'x-forwarded-for': anAddress() };
    expect((await node.anyone.post('/api/v1/auth/login', { email, password }, from)).status).toBe(401);
    await expect.poll(() => teamsIn(node, person.teamId), within).toBe(0);
    const bugs = node.db.selectFrom('bugs').select('id').where('project_id', '=', project.id);
    expect(await bugs.execute()).toEqual([]);
    await stream.ended;
    expect((await node.anyone.post('/api/v1/auth/signup', { email, password }, from)).status).toBe(201);
  });

  it('leaves teams of others as they are, with what the person wrote and without their name', async () => {
    const owner = await aPerson(node);
    const leaver = await aColleague(node, owner);
    const bugId = await aBug(node, await aProject(owner));
    const bug = `/api/v1/bugs-admin/${bugId}`;
    expect((await leaver.api.patch(bug, { assignee_id: 'me' })).status).toBe(200);
    await leaver.api.post(`${bug}/comments`, { body: 'It is the cart' });
    await owner.api.post(`${bug}/comments`, { body: 'Thanks' });
    expectNoContent(await leave(leaver));
    expect((await owner.api.get(bug)).body).toMatchObject({ assignee: null, comment_count: 2 });
    const comments = (await owner.api.get(`${bug}/comments`)).body.items;
    expect(comments).toMatchObject([
      { author: null, body: 'It is the cart', via: 'dashboard' },
      { author: { id: owner.id }, body: 'Thanks' },
    ]);
    const timeline = (await owner.api.get(`${bug}/activity`)).body.items;
    expect(JSON.stringify([timeline, comments])).not.toContain(leaver.email);
    expect(timeline.find(({ kind }: { kind: string }) => kind === 'assigned').actor).toBeNull();
    expect((await owner.api.get(`/api/v1/teams/${owner.teamId}/members`)).body.total).toBe(1);
    expect((await owner.api.patch(`${bug}/comments/${comments[0].id}`, { body: 'Mine now' })).status).toBe(
      403,
    );
  });

  it('wants the password', async () => {
    const person = await aPerson(node);
    const wrong = await leave({ ...person, password: 'wrong horse battery' });
    expect([wrong.status, wrong.body]).toEqual([403, { detail: 'The current password is incorrect' }]);
    const body = { email: person.email };
    expectRefused(await person.api.request('DELETE', '/api/v1/me', { body }), 'password');
    expect((await person.api.get('/api/v1/me')).status).toBe(200);
  });

  it('is refused with a password that is replaced meanwhile', async () => {
    const person = await aPerson(node);
    const { id, email, password } = person;
    const release = await hold(node, (trx) =>
      sql`select from users where id = ${id} for update`.execute(trx),
    );
    const change = { current_password: password, password: 'a better horse battery' };
    const changing = person.api.patch('/api/v1/me', change);
    await whenBlocked(node);
    const leaving = leave(person);
    await whenBlocked(node, 2);
    await release();
    expect((await changing).status).toBe(200);
    expect((await leaving).status).toBe(401);
    const from = { 'x-forwarded-for': anAddress() };
    const logIn = node.anyone.post('/api/v1/auth/login', { email, password: change.password }, from);
    expect((await logIn).status).toBe(200);
  });

  it('wants the address of an account without a password', async () => {
    const { node: withGithub, signIn } = await startWithGithub();
    const email = anEmail();
    const api = clientOf(withGithub, await signIn(aGithubPerson({ email })));
    expect((await api.get('/api/v1/me')).body.has_password).toBe(false);
    const end = (body: object) => api.request('DELETE', '/api/v1/me', { body });
    expectRefused(await end({ password: 'anything at all' }), 'email');
    expect((await end({ email: `x${email}` })).body).toEqual({
      detail: "This is not the account's email address",
    });
    expectNoContent(await end({ email: email.toUpperCase() }));
    expect((await api.get('/api/v1/me')).status).toBe(401);
  });

  it('is answered without a fault to what the person is doing meanwhile', async () => {
    const owner = await aPerson(node);
    const leaver = await aColleague(node, owner);
    const bugId = await aBug(node, await aProject(owner));
    const { api, teamId } = leaver;
    const requests = [
      () => api.get('/api/v1/me'),
      () => api.patch('/api/v1/me', { name: 'Late' }),
      () => api.post('/api/v1/me/mcp-tokens', { name: 'Late', scopes: ['read:bugs'] }),
      () => api.post('/api/v1/teams', { name: 'Late' }),
      () => api.post('/api/v1/projects', { team_id: teamId, name: 'Late' }),
      () => api.post(`/api/v1/teams/${owner.teamId}/saved-views`, { name: 'Late', filters: {} }),
      () => api.post(`/api/v1/bugs-admin/${bugId}/comments`, { body: 'Late' }),
      () => api.patch(`/api/v1/bugs-admin/${bugId}`, { assignee_id: 'me' }),
    ];
    const statuses: number[] = [];
    const busy = requests.map(async (request) => {
      for (let last = 0; last !== 401; ) {
        last = (await request()).status;
        statuses.push(last);
      }
    });
    await expect.poll(() => statuses.length, within).toBeGreaterThan(10);
    await expect.poll(async () => (await leave(leaver)).status, within).toBe(204);
    await Promise.all(busy);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    const assigned = node.db.selectFrom('bugs').select('id').where('assignee_id', '=', leaver.id);
    expect(await assigned.execute()).toEqual([]);
  });

  it('of both members at once ends their team too, and nobody waits for the other in vain', async () => {
    const here = await createDatabase();
    const apart = await startNode(here);
    const owner = await aPerson(apart);
    const colleague = await aColleague(apart, owner);
    await aProject(owner);
    const answers = await Promise.all([leave(owner), leave(colleague)]);
    for (const answer of answers) expectNoContent(answer);
    await expect.poll(() => teamsIn(apart, owner.teamId), within).toBe(0);
    await apart.stop();
    expect(await countDeadlocks(here)).toBe(0);
  });
});
