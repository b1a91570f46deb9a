import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  anAddress,
  anAssistant,
  anEmail,
  anInvitation,
  aPerson,
  aVerifiedPerson,
  type Person,
} from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { linkIn, startMailbox } from '../../../test/mailbox.ts';
import {
  countStatuses,
  expectConflict,
  expectNoContent,
  expectNotFound,
  expectRefused,
  expectSessionNeeded,
  timestamp,
} from '../../../test/samples.ts';

const mailbox = await startMailbox();
const node = await startService({ SMTP_URL: mailbox.url });

const team = ({ teamId }: Person) => `/api/v1/teams/${teamId}`;
const membersOf = (owner: Person) => `${team(owner)}/members`;
const invitationsOf = (owner: Person) => `${team(owner)}/invitations`;

const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

/** The token emailed to the address. */
async function invited(owner: Person, email = anEmail()): Promise<string> {
  expect((await owner.api.post(membersOf(owner), { email })).status).toBe(202);
  return tokenIn(linkIn(await mailbox.next(email)));
}

const accept = ({ api }: Person, token: unknown) => api.post('/api/v1/invitations/accept', { token });

const signUp = (values: Record<string, unknown>) =>
  node.anyone.post(
    '/api/v1/auth/signup',
    { email: anEmail(), password: 'correct horse battery', ...values },
    { 'x-forwarded-for': anAddress() },
  );

const listed = async (owner: Person) => (await owner.api.get(invitationsOf(owner))).body;
const memberCount = async (owner: Person) => (await owner.api.get(membersOf(owner))).body.total;

it('demands a session to accept', () =>
  expectSessionNeeded(node.anyone, ['POST /api/v1/invitations/accept']));

describe('accepting', () => {
  it('joins the team with the account that is signed in, once', async () => {
    const [owner, friend, third] = [await aVerifiedPerson(node), await aPerson(node), await aPerson(node)];
    const token = await invited(owner);
    const answer = await accept(friend, token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual((await owner.api.get(team(owner))).body);
    expect((await friend.api.get(team(owner))).status).toBe(200);
    expect(await listed(owner)).toEqual({ items: [], total: 0 });
    expectRefused(await accept(third, token), 'invitation');
    expect(await memberCount(owner)).toBe(2);
  });

  it('lets one of several in who come with one link at the same time', async () => {
    const owner = await aVerifiedPerson(node);
    const friends = await Promise.all([aPerson(node), aPerson(node), aPerson(node)]);
    const token = await invited(owner);
    const answers = await Promise.all(friends.map((friend) => accept(friend, token)));
    expect(countStatuses(answers)).toEqual({ 200: 1, 422: 2 });
    expect(await memberCount(owner)).toBe(2);
  });

  it('is refused when the invitation was cancelled, also after a new one', async () => {
    const [owner, friend] = [await aVerifiedPerson(node), await aPerson(node)];
    const email = anEmail();
    const token = await invited(owner, email);
    const { items } = await listed(owner);
    expectNoContent(await owner.api.delete(`${invitationsOf(owner)}/${items[0].id}`));
    expect(await listed(owner)).toEqual({ items: [], total: 0 });
    expectRefused(await accept(friend, token), 'invitation');
    const renewed = await invited(owner, email);
    expectRefused(await accept(friend, token), 'invitation');
    expect((await accept(friend, renewed)).status).toBe(200);
  });

  it('is refused when the seven days are over', async () => {
    const [owner, friend] = [await aVerifiedPerson(node), await aPerson(node)];
    const token = await invited(owner);
    await node.db
      .updateTable('invitations')
      .set({ expires_at: sql`now()` })
      .where('team_id', '=', owner.teamId)
      .execute();
    expect(await listed(owner)).toEqual({ items: [], total: 0 });
    expectRefused(await accept(friend, token), 'invitation');
    expect(await memberCount(owner)).toBe(1);
  });

  it('is refused with a token that was not mailed', async () => {
    const [owner, friend] = [await aVerifiedPerson(node), await aPerson(node)];
    const [id = '', signature = ''] = (await invited(owner)).split('.');
    const other = await invited(owner);
    const forged = [
      'abc',
      '.',
      id,
      `${id}.`,
      `.${signature}`,
      `${id}.${signature.toUpperCase()}`,
      `${id}.${signature.slice(1)}`,
      `${id}.${'é'.repeat(signature.length)}`,
      `${other.split('.')[0]}.${signature}`,
      `-${id}.${signature}`,
      `${id}e0.${signature}`,
      `99999999999999999999.${signature}`,
      friend.token.slice(0, 200),
    ];
    for (const token of forged) {
      const answer = await accept(friend, token);
      expect([token, answer.status]).toEqual([token, 422]);
      expectRefused(answer, 'invitation');
    }
    expect(await memberCount(owner)).toBe(1);
  });

  it.each([undefined, null, 5, [], '', '  ', 'a\0b', 'a\ud800', 'x'.repeat(201)])(
    'refuses the token %j',
    async (token) => expectRefused(await accept(await aPerson(node), token), 'token'),
  );
});

describe('signing up with an invitation', () => {
  it('joins the team and creates no other, under any address', async () => {
    const owner = await aVerifiedPerson(node);
    const invitation_token = await invited(owner);
    const friend = await aPerson(node, { invitation_token, team_name: 'Own' });
    const teams = (await friend.api.get('/api/v1/teams')).body;
    expect(teams).toEqual({ items: [(await owner.api.get(team(owner))).body], total: 1 });
    expect(await listed(owner)).toEqual({ items: [], total: 0 });
    expectRefused(await signUp({ invitation_token }), 'invitation_token');
  });

  it.each(['abc', '1.forged', '', null, 5])(
    'makes no account with the token %j',
    async (invitation_token) => {
      const email = anEmail();
      expectRefused(await signUp({ email, invitation_token }), 'invitation_token');
      expect((await signUp({ email })).status).toBe(201);
    },
  );

  it('makes one account when several come with one link at the same time', async () => {
    const owner = await aVerifiedPerson(node);
    const invitation_token = await invited(owner);
    const emails = [anEmail(), anEmail(), anEmail()];
    const answers = await Promise.all(emails.map((email) => signUp({ email, invitation_token })));
    expect(countStatuses(answers)).toEqual({ 201: 1, 422: 2 });
    expect(await memberCount(owner)).toBe(2);
    const again = await Promise.all(emails.map((email) => signUp({ email })));
    expect(countStatuses(again)).toEqual({ 201: 2, 409: 1 });
  });

  it('does not use the invitation up when the address is taken', async () => {
    const [owner, friend] = [await aVerifiedPerson(node), await aPerson(node)];
    const invitation = await invited(owner);
    expectConflict(await signUp({ email: friend.email, invitation_token: invitation }));
    expect((await accept(friend, invitation)).status).toBe(200);
  });

  it('does not join by the address alone, which nobody has proved', async () => {
    const owner = await aVerifiedPerson(node);
    const email = anEmail();
    await invited(owner, email);
    const claimant = await aPerson(node, { email });
    expectNotFound(await claimant.api.get(team(owner)));
    expect((await listed(owner)).total).toBe(1);
  });
});

describe('an address', () => {
  const isVerified = async ({ api }: Person) => (await api.get('/api/v1/me')).body.email_verified;

  it('is proved by the link of an invitation to it, when one joins or when one signs up', async () => {
    const [owner, friend, email] = [await aVerifiedPerson(node), await aPerson(node), anEmail()];
    expect(await isVerified(friend)).toBe(false);
    await accept(friend, await invited(owner, friend.email));
    expect(await isVerified(friend)).toBe(true);
    const invitation_token = await invited(owner, email);
    expect(await isVerified(await aPerson(node, { email: email.toUpperCase(), invitation_token }))).toBe(
      true,
    );
  });

  it('is not proved by the link of an invitation to another', async () => {
    const [owner, friend] = [await aVerifiedPerson(node), await aPerson(node)];
    await accept(friend, await invited(owner));
    expect(await isVerified(friend)).toBe(false);
    expect(await isVerified(await aPerson(node, { invitation_token: await invited(owner) }))).toBe(false);
  });

  it('that is proved by its own link keeps what the account has', async () => {
    const [owner, friend] = [await aVerifiedPerson(node), await aPerson(node)];
    const { api } = await anAssistant(node, friend);
    await accept(friend, await invited(owner, friend.email));
    expect((await friend.api.get('/api/v1/me')).status).toBe(200);
    expect((await api.get('/api/v1/mcp/token')).status).toBe(200);
  });
});

it('does not come back with an old link after being a member and removed', async () => {
  const owner = await aVerifiedPerson(node);
  const friend = await aPerson(node);
  const [own, other] = [await invited(owner, friend.email), await invited(owner)];
  expect((await accept(friend, other)).status).toBe(200);
  expectNoContent(await owner.api.delete(`${membersOf(owner)}/${friend.id}`));
  expectRefused(await accept(friend, own), 'invitation');
  expectNotFound(await friend.api.get(team(owner)));
});

describe('an office behind one IP address', () => {
  const from = { 'x-forwarded-for': anAddress() };
  const join = (body: object) =>
    node.anyone.post('/api/v1/auth/signup', { password: 'correct horse battery', ...body }, from);

  it('joins by invitation, however many sign up there, and tokens that are dead count', async () => {
    const owner = await aVerifiedPerson(node);
    const tokens = await Promise.all(
      Array.from({ length: 7 }, () => anInvitation(node, owner, { email: anEmail() })),
    );
    const [last = '', ...first] = tokens;
    for (const invitation_token of first)
      expect((await join({ email: anEmail(), invitation_token })).status).toBe(201);
    for (const invitation_token of first.slice(0, 5))
      expectRefused(await join({ email: anEmail(), invitation_token }), 'invitation_token');
    expect((await join({ email: anEmail() })).status).toBe(429);
    expect((await join({ email: anEmail(), invitation_token: first[5] })).status).toBe(429);
    expect((await join({ email: anEmail(), invitation_token: last })).status).toBe(201);
    expect(await memberCount(owner)).toBe(8);
  });

  it('tries no more than 60 addresses an hour with the invitations of a team', async () => {
    const [owner, taken] = [await aVerifiedPerson(node), await aPerson(node)];
    const invitation_token = await anInvitation(node, owner, { email: anEmail() });
    const answers = [];
    for (let count = 0; count < 61; count++)
      answers.push(await join({ email: taken.email, password: 'short', invitation_token }));
    expect(countStatuses(answers)).toEqual({ 422: 60, 429: 1 });
  });
});

describe('an invitation that is looked at', () => {
  const preview = (token: unknown, address = anAddress()) =>
    node.anyone.post('/api/v1/invitations/preview', { token }, { 'x-forwarded-for': address });

  it('names team, inviter and address to whoever has its link, signed in or not, and stays open', async () => {
    const owner = await aVerifiedPerson(node, { name: 'Ada', team_name: 'Bees' });
    const email = anEmail();
    const token = await invited(owner, email);
    const answer = await preview(token);
    expect([answer.status, answer.body]).toEqual([
      200,
      { team: { name: 'Bees' }, invited_by: 'Ada', email, expires_at: timestamp },
    ]);
    expect((await preview(token)).status).toBe(200);
    await accept(await aPerson(node), token);
    expectRefused(await preview(token), 'token');
  });

  it.each(['abc', '1.forged', '', null, 5, 'x'.repeat(201)])(
    'is not shown with the token %.9j',
    async (token) => expectRefused(await preview(token), 'token'),
  );

  it('is limited to 60 a minute for each address', async () => {
    const address = anAddress();
    const answers = [];
    for (let count = 0; count < 61; count++) answers.push(await preview('abc', address));
    expect(countStatuses(answers)).toEqual({ 422: 60, 429: 1 });
  });
});

describe('an account that is not verified', () => {
  it('invites nobody where email is configured', async () => {
    const owner = await aPerson(node);
    const refused = await owner.api.post(membersOf(owner), { email: anEmail() });
    expect([refused.status, refused.body]).toEqual([
      403,
      { detail: 'Only accounts with a verified email address can invite. Verify yours first.' },
    ]);
    await anInvitation(node, owner, { email: anEmail() });
    const { items } = await listed(owner);
    expect((await owner.api.post(`${invitationsOf(owner)}/${items[0].id}/resend`)).status).toBe(403);
    expect(items[0].link).toBeNull();
  });

  it('invites where email is off, with a link that joins and verifies nothing', async () => {
    const silent = await startService();
    const [owner, email] = [await aPerson(silent), anEmail()];
    expect((await owner.api.post(membersOf(owner), { email })).status).toBe(202);
    const { items } = (await owner.api.get(invitationsOf(owner))).body;
    expect(items[0].link).toMatch(/^http:.+\/invitation#token=/);
    const friend = await aPerson(silent, { email, invitation_token: tokenIn(items[0].link) });
    expect((await friend.api.get('/api/v1/me')).body.email_verified).toBe(false);
    expect((await friend.api.get(team(owner))).status).toBe(200);
  });
});
