import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { aPerson, joinTeam } from '../../test/builders.ts';
import { createDatabase, secretKey, startNode } from '../../test/harness.ts';

// Two processes on one database.
const database = await createDatabase();
const here = await startNode(database);
const there = await startNode(database);

const often = { interval: 50, timeout: 30_000 };

/** A user that both processes have served. */
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

  it('ends with a membership: at once, on every node', async () => {
    const { person: owner, elsewhere: ownerElsewhere, path } = await aKnownPerson();
    const { person, elsewhere } = await aKnownPerson();
    await joinTeam(here, owner, person);
    for (const api of [person.api, elsewhere]) expect((await api.get(path)).status).toBe(200);
    await owner.api.delete(`${path}/members/${person.id}`);
    expect((await person.api.get(path)).status).toBe(404);
    expect((await elsewhere.get(path)).status).toBe(404);
    expect((await ownerElsewhere.get(path)).status).toBe(200);
  });

  it('ends with a new password: at once, on every node', async () => {
    const { person, elsewhere } = await aKnownPerson();
    const change = { current_password: person.password, password: 'a better horse battery' };
    const changed = await person.api.patch('/api/v1/me', change);
    expect(changed.status).toBe(200);
    expect((await person.api.get('/api/v1/me')).status).toBe(401);
    expect((await elsewhere.get('/api/v1/me')).status).toBe(401);
    const again = await there.anyone.post('/api/v1/auth/login', {
      email: person.email,
      password: change.password,
    });
    const renewed = there.anyone.with({ authorization: `Bearer ${again.body.access_token}` });
    expect((await renewed.get('/api/v1/me')).status).toBe(200);
  });

  it('ends when its access token expires', async () => {
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
    // On a slow machine a token may expire before its first use.
    const firstStatus = async () => {
      authorization = `Bearer ${await aShortToken()}`;
      return status();
    };
    await expect.poll(firstStatus, often).toBe(200);
    await expect.poll(status, often).toBe(401);
  });

  it('ends with the account', async () => {
    const { person, elsewhere } = await aKnownPerson();
    await here.db.deleteFrom('users').where('id', '=', person.id).execute();
    for (const api of [person.api, elsewhere]) expect((await api.get('/api/v1/me')).status).toBe(401);
  });
});
