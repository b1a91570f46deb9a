import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aColleague, aPerson, type Person } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import {
  countStatuses,
  expectConflict,
  expectNoContent,
  expectNotFound,
  expectSessionNeeded,
  notIds,
  timestamp,
  unknownId,
} from '../../../test/samples.ts';
import { signLink } from '../../auth/signed-links.ts';

const node = await startService();
const mine = '/api/v1/me/invitations';

const team = ({ teamId }: Person) => `/api/v1/teams/${teamId}`;
const invite = (owner: Person, email: string) => owner.api.post(`${team(owner)}/members`, { email });
const listed = async ({ api }: Person) => (await api.get(mine)).body;
const accept = ({ api }: Person, id: number | string) => api.post(`${mine}/${id}/accept`);
const memberCount = async (owner: Person) => (await owner.api.get(`${team(owner)}/members`)).body.total;

/** A user with a verified address, who joined a colleague's team with an emailed link. */
const aVerifiedMember = async () => aColleague(node, await aPerson(node));

async function anInvited(names = {}): Promise<[owner: Person, friend: Person, id: number]> {
  const [owner, friend] = [await aPerson(node, names), await aVerifiedMember()];
  expect((await invite(owner, friend.email.toUpperCase())).status).toBe(202);
  return [owner, friend, (await listed(friend)).items[0].id];
}

it('demands a session', () =>
  expectSessionNeeded(node.anyone, [`GET ${mine}`, `POST ${mine}/1/accept`, `DELETE ${mine}/1`]));

describe('the invitations of somebody whose address is proved', () => {
  it('say who invites to what, the newest first', async () => {
    const [owner, friend] = await anInvited({ name: 'Ada', team_name: 'Bees' });
    const second = await aPerson(node, { name: 'Joan', team_name: 'Wasps' });
    await invite(second, friend.email);
    const times = { created_at: timestamp, expires_at: timestamp };
    const id = expect.any(Number);
    expect(await listed(friend)).toEqual({
      items: [
        { id, team: { id: second.teamId, name: 'Wasps' }, invited_by: 'Joan', ...times },
        { id, team: { id: owner.teamId, name: 'Bees' }, invited_by: 'Ada', ...times },
      ],
      total: 2,
    });
  });

  it('are listed up to two hundred, and counted beyond', async () => {
    const friend = await aVerifiedMember();
    await sql`
      with made as (
        insert into teams (name, slug, plan)
        select 'Planted', ${`planted-${friend.id}-`} || n, 'free' from generate_series(1, 203) as n
        returning id
      )
      insert into invitations (team_id, email) select id, ${friend.email} from made`.execute(node.db);
    const { items, total } = await listed(friend);
    expect([items.length, total]).toEqual([200, 203]);
    expect((await friend.api.get('/api/v1/teams')).body.total).toBe(2);
  });

  it('let them into the team when they say yes, once', async () => {
    const [owner, friend, id] = await anInvited();
    expectNotFound(await friend.api.get(team(owner)));
    const answer = await accept(friend, id);
    expect([answer.status, answer.body]).toEqual([200, (await friend.api.get(team(owner))).body]);
    expect(await listed(friend)).toEqual({ items: [], total: 0 });
    expectNotFound(await accept(friend, id));
    expect(await memberCount(owner)).toBe(2);
  });

  it('are gone when they say no, and so is the mailed link', async () => {
    const [owner, friend, id] = await anInvited();
    expectNoContent(await friend.api.delete(`${mine}/${id}`));
    expect(await listed(friend)).toEqual({ items: [], total: 0 });
    const token = signLink(node.context.secretKey, 'invitation', id);
    expect((await friend.api.post('/api/v1/invitations/accept', { token })).status).toBe(422);
    expectNotFound(await friend.api.delete(`${mine}/${id}`));
    expect(await memberCount(owner)).toBe(1);
  });

  it('are nobody else’s', async () => {
    const [owner, friend, id] = await anInvited();
    const stranger = await aVerifiedMember();
    expect(await listed(stranger)).toEqual({ items: [], total: 0 });
    expectNotFound(await accept(stranger, id));
    expectNotFound(await stranger.api.delete(`${mine}/${id}`));
    expect((await listed(friend)).total).toBe(1);
    expect(await memberCount(owner)).toBe(1);
  });

  it('end after seven days, and when they are taken back', async () => {
    const [owner, friend, id] = await anInvited();
    const { db } = node;
    await db.updateTable('invitations').set({ expires_at: sql`now()` }).where('id', '=', id).execute();
    expect(await listed(friend)).toEqual({ items: [], total: 0 });
    expectNotFound(await accept(friend, id));
    await invite(owner, friend.email);
    expectNoContent(await owner.api.delete(`${team(owner)}/invitations/${id}`));
    expectNotFound(await accept(friend, id));
  });

  it.each([...notIds, unknownId])('do not hold %s', async (id) => {
    const friend = await aVerifiedMember();
    expectNotFound(await accept(friend, id));
    expectNotFound(await friend.api.delete(`${mine}/${id}`));
  });
});

it('somebody whose address is not proved sees, accepts and declines nothing', async () => {
  const [owner, claimant] = [await aPerson(node), await aPerson(node)];
  await invite(owner, claimant.email);
  const { id } = (await owner.api.get(`${team(owner)}/invitations`)).body.items[0];
  const answers = [await claimant.api.get(mine), await accept(claimant, id)];
  for (const answer of [...answers, await claimant.api.delete(`${mine}/${id}`)]) {
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toMatch(/^Verify your email address first/);
  }
  expectNotFound(await claimant.api.get(team(owner)));
  expect((await owner.api.get(`${team(owner)}/invitations`)).body.total).toBe(1);
});

describe('a user', () => {
  it('is in fifty teams at most, however they are founded and joined, also at the same time', async () => {
    const [owner, friend] = [await aPerson(node), await aPerson(node)];
    const found = () => friend.api.post('/api/v1/teams', { name: 'Bees' });
    const founded = await Promise.all(Array.from({ length: 47 }, found));
    expect(countStatuses(founded)).toEqual({ 201: 47 });
    const proved = await aPerson(node);
    await invite(proved, friend.email);
    const [{ id }] = (await proved.api.get(`${team(proved)}/invitations`)).body.items;
    const token = signLink(node.context.secretKey, 'invitation', id);
    expect((await friend.api.post('/api/v1/invitations/accept', { token })).status).toBe(200);
    await invite(owner, friend.email);
    const invitation = (await listed(friend)).items[0].id;
    // All wait for the user's lock. Had they counted before, each would count too few teams.
    const release = await hold(node, (trx) =>
      trx.selectFrom('users').select('id').where('id', '=', friend.id).forUpdate().execute(),
    );
    const asked = [found(), accept(friend, invitation), found(), found()];
    await whenBlocked(node, asked.length);
    await release();
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const answer of answers) if (answer.status >= 300) expectConflict(answer);
    expect((await friend.api.get('/api/v1/teams')).body.total).toBe(50);
  });

  it('who is in enough teams keeps the invitation, and uses it after leaving one', async () => {
    const friend = await aVerifiedMember();
    const owner = await aPerson(node);
    for (let count = 0; count < 48; count++) await friend.api.post('/api/v1/teams', { name: 'Bees' });
    await invite(owner, friend.email);
    const [{ id }] = (await listed(friend)).items;
    expectConflict(await accept(friend, id));
    const joined = (await friend.api.get('/api/v1/teams')).body.items.find(
      (each: { id: number }) => each.id < friend.teamId,
    );
    expectNoContent(await friend.api.delete(`/api/v1/teams/${joined.id}/members/${friend.id}`));
    expect((await accept(friend, id)).status).toBe(200);
  });

  it('has not joined by being invited, however often', async () => {
    const [victim, ...owners] = await Promise.all(Array.from({ length: 6 }, () => aPerson(node)));
    for (const owner of owners) await invite(owner, (victim as Person).email);
    expect((await victim?.api.get('/api/v1/teams'))?.body.total).toBe(1);
    expect((await victim?.api.get('/api/v1/projects'))?.body.total).toBe(0);
  });
});
