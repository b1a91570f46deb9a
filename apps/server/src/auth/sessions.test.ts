import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aColleague, aPerson, joinTeam, type Person } from '../../test/builders.ts';
import { createDatabase, secretKey, startNode, type TestNode } from '../../test/harness.ts';
import { holdReads, whenBlocked } from '../../test/hold.ts';

// Two processes on one database, each with sessions in its memory.
const database = await createDatabase();
const here = await startNode(database);
const there = await startNode(database);

const often = { interval: 50, timeout: 30_000 };

/** Somebody whose session both processes have in memory. */
async function aKnownPerson() {
  const person = await aPerson(here);
  const elsewhere = there.anyone.with({ authorization: `Bearer ${person.token}` });
  const path = `/api/v1/teams/${person.teamId}`;
  for (const api of [person.api, elsewhere]) expect((await api.get(path)).status).toBe(200);
  return { person, elsewhere, path };
}

describe('what a session is good for', () => {
  it('follows a new team at once, in whatever process it was made', async () => {
    const { person, elsewhere } = await aKnownPerson();
    for (let nth = 0; nth < 5; nth++) {
      const team = (await person.api.post('/api/v1/teams', { name: `Team ${nth}` })).body;
      expect((await elsewhere.get(`/api/v1/teams/${team.id}`)).body).toEqual(team);
      const project = { team_id: team.id, name: 'Website' };
      expect((await elsewhere.post('/api/v1/projects', project)).status).toBe(201);
    }
  });

  it('ends with a membership: at once where it is ended, soon elsewhere', async () => {
    const { person: owner, elsewhere: ownerElsewhere, path } = await aKnownPerson();
    const { person, elsewhere } = await aKnownPerson();
    await joinTeam(here, owner, person);
    for (const api of [person.api, elsewhere]) expect((await api.get(path)).status).toBe(200);
    await owner.api.delete(`${path}/members/${person.id}`);
    expect((await person.api.get(path)).status).toBe(404);
    await expect.poll(async () => (await elsewhere.get(path)).status, often).toBe(404);
    expect((await ownerElsewhere.get(path)).status).toBe(200);
  });

  it('ends with a new password: at once where it is set, soon elsewhere', async () => {
    const { person, elsewhere } = await aKnownPerson();
    const change = { current_password: person.password, password: 'a better horse battery' };
    const changed = await person.api.patch('/api/v1/me', change);
    expect(changed.status).toBe(200);
    expect((await person.api.get('/api/v1/me')).status).toBe(401);
    await expect.poll(async () => (await elsewhere.get('/api/v1/me')).status, often).toBe(401);
    const again = await there.anyone.post('/api/v1/auth/login', {
      email: person.email,
      password: change.password,
    });
    const renewed = there.anyone.with({ authorization: `Bearer ${again.body.access_token}` });
    expect((await renewed.get('/api/v1/me')).status).toBe(200);
  });

  it('ends when its access token expires, also in a process that has cached it', async () => {
    const { id } = await aPerson(here);
    const aShortToken = () =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(id))
        .setIssuedAt()
        .setExpirationTime('2s')
        .sign(new TextEncoder().encode(secretKey));
    let authorization = '';
    const status = async () => (await here.anyone.get('/api/v1/me', { authorization })).status;
    // On a busy machine a token may expire before it is used for the first time.
    const firstStatus = async () => {
      authorization = `Bearer ${await aShortToken()}`;
      return status();
    };
    await expect.poll(firstStatus, often).toBe(200);
    await expect.poll(status, often).toBe(401);
  });

  it('ends with the account, also where its rows are deleted by hand', async () => {
    const { person, elsewhere } = await aKnownPerson();
    await here.db.deleteFrom('users').where('id', '=', person.id).execute();
    for (const api of [person.api, elsewhere])
      await expect.poll(async () => (await api.get('/api/v1/me')).status, often).toBe(401);
  });
});

describe('a change that is committed while the session is being read', () => {
  interface Place {
    node: TestNode;
    owner: Person;
    member: Person;
  }
  const changes: [string, number, (place: Place) => Promise<unknown>][] = [
    [
      'removes a member from a team',
      404,
      ({ node, owner, member }) =>
        sql`delete from memberships_rows where team_id = ${owner.teamId} and user_id = ${member.id}`.execute(
          node.db,
        ),
    ],
    [
      'replaces a password',
      401,
      ({ member }) =>
        member.api.patch('/api/v1/me', {
          current_password: member.password,
          password: 'a better horse battery',
        }),
    ],
  ];
  it.each(changes)('is not missed when it %s', async (_name, expected, change) => {
    const database = await createDatabase();
    const node = await startNode(database);
    const owner = await aPerson(node);
    const member = await aColleague(node, owner);
    const path = `/api/v1/teams/${owner.teamId}`;
    expect((await member.api.get(path)).status).toBe(200);
    const fresh = await startNode(database);
    const elsewhere = fresh.anyone.with({ authorization: `Bearer ${member.token}` });
    const release = await holdReads(node, 'memberships');
    const reading = elsewhere.get(path);
    await whenBlocked(node);
    await change({ node, owner, member });
    // The first answer may be to a question that was asked before the change.
    for (let count = 0; count < 2; count++) await fresh.context.sessions.refresh();
    await release();
    await reading;
    expect((await elsewhere.get(path)).status).toBe(expected);
  });
});
