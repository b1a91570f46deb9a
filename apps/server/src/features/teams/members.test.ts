import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  aColleague,
  anEmail,
  anInvitation,
  aPerson,
  aProject,
  joinTeam,
  type Person,
} from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import {
  expectConflict,
  expectNoContent,
  expectNotFound,
  expectRefused,
  notIds,
  timestamp,
  unknownId,
} from '../../../test/samples.ts';
import { upsertInvitation } from '../invitations/operations.ts';

const node = await startService();

const team = ({ teamId }: Person) => `/api/v1/teams/${teamId}`;
const membersOf = (owner: Person) => `${team(owner)}/members`;

const invite = (owner: Person, email: unknown) => owner.api.post(membersOf(owner), { email });
const remove = (by: Person, owner: Person, member: Person) =>
  by.api.delete(`${membersOf(owner)}/${member.id}`);

async function aTeamOfTwo(): Promise<[Person, Person]> {
  const owner = await aPerson(node);
  return [owner, await aColleague(node, owner)];
}

const idsIn = async (owner: Person, team: Person = owner): Promise<number[]> =>
  (await owner.api.get(membersOf(team))).body.items.map(({ id }: { id: number }) => id);

describe('inviting', () => {
  it('answers the same for an address with an account and for one without, and adds nobody', async () => {
    const [owner, friend] = [await aPerson(node), await aPerson(node)];
    for (const email of [friend.email, friend.email.toUpperCase(), anEmail()]) {
      const answer = await invite(owner, email);
      expect([answer.status, answer.text]).toEqual([202, JSON.stringify({ status: 'invited', email })]);
    }
    expect(await idsIn(owner)).toEqual([owner.id]);
    expectNotFound(await friend.api.get(team(owner)));
    expect((await friend.api.get('/api/v1/teams')).body.total).toBe(1);
  });

  it('refuses who is in the team already, the owner included', async () => {
    const [owner, member] = await aTeamOfTwo();
    expectConflict(await invite(owner, member.email));
    expectConflict(await invite(owner, owner.email.toUpperCase()));
    expect((await owner.api.get(`${team(owner)}/invitations`)).body.total).toBe(0);
  });

  it.each([
    undefined,
    null,
    5,
    [],
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@example.com,eve@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada\0@example.com',
    'ada\ud800@example.com',
    `ada@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(10)}`,
  ])('refuses the address %j', async (email) => {
    const owner = await aPerson(node);
    expectRefused(await invite(owner, email), 'email');
    expect((await owner.api.get(`${team(owner)}/invitations`)).body.total).toBe(0);
  });
});

describe('listing', () => {
  it('shows the latest to join first', async () => {
    const owner = await aPerson(node, { name: 'Ada' });
    const friend = await aPerson(node, { name: 'Grace' });
    await joinTeam(node, owner, friend);
    const answer = await friend.api.get(membersOf(owner));
    expect(answer.status).toBe(200);
    const joined = { id: friend.id, name: 'Grace', email: friend.email, joined_at: timestamp };
    const founder = { id: owner.id, name: 'Ada', email: owner.email, joined_at: timestamp };
    expect(answer.body).toEqual({ items: [joined, founder], total: 2 });
  });

  it('finds that a member owns the team like its founder', async () => {
    const [owner, friend] = await aTeamOfTwo();
    expect((await friend.api.patch(team(owner), { name: 'Ours' })).status).toBe(200);
    expect((await friend.api.get('/api/v1/teams')).body.total).toBe(2);
    expect((await aProject({ ...friend, teamId: owner.teamId })).team_id).toBe(owner.teamId);
  });
});

describe('removing', () => {
  it('takes the team away from the member at once', async () => {
    const [owner, member] = await aTeamOfTwo();
    const project = await aProject(owner);
    expect((await member.api.get(`/api/v1/projects/${project.id}`)).status).toBe(200);
    expectNoContent(await remove(owner, owner, member));
    expectNotFound(await member.api.get(team(owner)));
    expectNotFound(await member.api.get(`/api/v1/projects/${project.id}`));
    expect((await member.api.get('/api/v1/teams')).body.total).toBe(1);
    expect(await idsIn(owner)).toEqual([owner.id]);
    expectNotFound(await remove(owner, owner, member));
  });

  it('lets a member remove the founder, and join again', async () => {
    const [founder, member] = await aTeamOfTwo();
    expectNoContent(await remove(member, founder, founder));
    expect(await idsIn(member, founder)).toEqual([member.id]);
    await joinTeam(node, { ...member, teamId: founder.teamId }, founder);
    expect((await idsIn(member, founder)).sort()).toEqual([founder.id, member.id].sort());
  });

  it('ends the invitations that the member made, and those to the member', async () => {
    const [owner, member] = await aTeamOfTwo();
    const kept = anEmail();
    await invite(owner, kept);
    expect((await member.api.post(membersOf(owner), { email: anEmail() })).status).toBe(202);
    await upsertInvitation(node.db, {
      team_id: owner.teamId,
      email: member.email,
      invited_by: owner.id,
    });
    expectNoContent(await remove(owner, owner, member));
    const { items } = (await owner.api.get(`${team(owner)}/invitations`)).body;
    expect(items.map(({ email }: { email: string }) => email)).toEqual([kept]);
  });

  it('lets everyone but the last owner leave', async () => {
    const [owner, member] = await aTeamOfTwo();
    expectNoContent(await remove(owner, owner, owner));
    expectNotFound(await owner.api.get(team(owner)));
    expectConflict(await remove(member, owner, member));
    expect(await idsIn(member, owner)).toEqual([member.id]);
  });

  it('leaves somebody who left their only team with empty lists', async () => {
    const [owner] = await aTeamOfTwo();
    await aProject(owner);
    await remove(owner, owner, owner);
    expect((await owner.api.get('/api/v1/teams')).body).toEqual({ items: [], total: 0 });
    expect((await owner.api.get('/api/v1/projects')).body).toMatchObject({ items: [], total: 0 });
    expect((await owner.api.get('/api/v1/me')).status).toBe(200);
  });

  it('leaves one of two owners who remove each other at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, two] = await aTeamOfTwo();
      const answers = await Promise.all([remove(one, one, two), remove(two, one, one)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect([404, 409]).toContain(statuses.find((status) => status !== 204));
      expect(await idsIn(statuses[0] === 204 ? one : two, one)).toHaveLength(1);
    }
  });

  it('leaves one of two owners who leave at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, two] = await aTeamOfTwo();
      const answers = await Promise.all([remove(one, one, one), remove(two, one, two)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    }
  });

  it('does not find somebody who is not in the team', async () => {
    const [owner, stranger] = [await aPerson(node), await aPerson(node)];
    expectNotFound(await remove(owner, owner, stranger));
  });

  it.each([...notIds, unknownId])('does not find the member %s', async (id) => {
    const owner = await aPerson(node);
    expectNotFound(await owner.api.delete(`${membersOf(owner)}/${id}`));
  });
});

describe('the members of a team that is not one’s own', () => {
  async function expectHidden(stranger: Person, members: string, member: number): Promise<void> {
    expectNotFound(await stranger.api.get(members));
    expectNotFound(await stranger.api.post(members, { email: stranger.email }));
    expectNotFound(await stranger.api.post(members, { email: anEmail() }));
    expectNotFound(await stranger.api.delete(`${members}/${member}`));
  }

  it('are not to be seen, added or removed', async () => {
    const [owner, member] = await aTeamOfTwo();
    await expectHidden(await aPerson(node), membersOf(owner), member.id);
    expect((await owner.api.get(membersOf(owner))).body.total).toBe(2);
    expect((await owner.api.get(`${team(owner)}/invitations`)).body.total).toBe(0);
  });

  it.each([...notIds, unknownId])('are as absent as those of %s', async (id) => {
    const person = await aPerson(node);
    await expectHidden(person, `/api/v1/teams/${id}/members`, person.id);
  });
});

it('refuses to join a team that has 1,000 members', async () => {
  const [person, other] = [await aPerson(node), await aPerson(node)];
  await sql`
    with people as (
      insert into users (email, name) select 'crowd-' || n || '@example.com', 'One' from generate_series(1, 999) as n
      returning id
    )
    insert into memberships (team_id, user_id, origin) select ${person.teamId}, id, 'mail' from people`.execute(
    node.db,
  );
  const token = await anInvitation(node, person, other);
  const refused = await other.api.post('/api/v1/invitations/accept', { token });
  expect([refused.status, refused.body]).toEqual([409, { detail: 'A team has at most 1000 members' }]);
});
