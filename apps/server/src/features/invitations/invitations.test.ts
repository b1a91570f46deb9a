import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anEmail, aPerson, aVerifiedPerson, type Person } from '../../../test/builders.ts';
import { createDatabase, startNode, startService } from '../../../test/harness.ts';
import { linkIn, startMailbox } from '../../../test/mailbox.ts';
import {
  countStatuses,
  everythingStored,
  expectNoContent,
  expectNotFound,
  notIds,
  timestamp,
  unknownId,
} from '../../../test/samples.ts';

const mailbox = await startMailbox();
const node = await startService({
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Skep <skep@hive.example>',
  BASE_URL: 'https://bugs.example/',
});

const team = ({ teamId }: Person) => `/api/v1/teams/${teamId}`;
const invitationsOf = (owner: Person) => `${team(owner)}/invitations`;

const invite = (owner: Person, email: string) => owner.api.post(`${team(owner)}/members`, { email });
const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

/** The token emailed to the address. */
async function invited(owner: Person, email = anEmail()): Promise<string> {
  expect((await invite(owner, email)).status).toBe(202);
  return tokenIn(linkIn(await mailbox.next(email)));
}

/** Waits until all emails are sent. While a job waits, no further one is added for the invitation. */
const jobsDone = () =>
  expect
    .poll(() => node.db.selectFrom('jobs').select('id').where('kind', '=', 'send-invitation').execute())
    .toEqual([]);

const listed = async (owner: Person) => (await owner.api.get(invitationsOf(owner))).body;
const memberCount = async (owner: Person) => (await owner.api.get(`${team(owner)}/members`)).body.total;

describe('inviting an address', () => {
  it('answers 202, lists the invitation and adds no member yet', async () => {
    const owner = await aVerifiedPerson(node);
    const answer = await invite(owner, 'Grace.H@example.com');
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ status: 'invited', email: 'Grace.H@example.com' });
    const { items, total } = await listed(owner);
    expect(total).toBe(1);
    expect(items).toEqual([
      {
        id: expect.any(Number),
        team_id: owner.teamId,
        email: 'Grace.H@example.com',
        link: null,
        created_at: timestamp,
        expires_at: timestamp,
      },
    ]);
    expect(Date.parse(items[0].expires_at) - Date.parse(items[0].created_at)).toBe(7 * 24 * 3600 * 1000);
    expect(await memberCount(owner)).toBe(1);
  });

  it('sends a mail that says who invites to what, with the link as text and as HTML', async () => {
    const owner = await aVerifiedPerson(node, { name: 'Ada', team_name: 'Bees' });
    const email = anEmail();
    await invite(owner, email);
    const mail = await mailbox.next(email);
    expect(mail.from).toMatchObject({ name: 'Skep', address: 'skep@hive.example' });
    expect(mail.to).toMatchObject([{ address: email }]);
    expect(mail.subject).toBe('Join Bees on Skep');
    expect(mail.text).toContain('"Ada" invited you to the team "Bees"');
    const link = linkIn(mail);
    expect(link).toMatch(/^https:\/\/bugs\.example\/invitation#token=[\w.-]+$/);
    expect(mail.html).toContain(`href="${link}"`);
  });

  it('lets names neither mark up the mail nor forge its head', async () => {
    const names = { name: '<img src=x>', team_name: '<b>Bees</b>\r\nBcc: eve@example.com' };
    const email = anEmail();
    await invite(await aVerifiedPerson(node, names), email);
    const mail = await mailbox.next(email);
    expect(mail.subject).toBe('Join <b>Bees</b> Bcc: eve@example.com on Skep');
    expect(mail.bcc).toBeUndefined();
    expect(mail.html).not.toMatch(/<b>|<img/);
    expect(mailbox.waiting('eve@example.com')).toEqual([]);
  });

  it('makes the same invitation last longer when it is repeated, in any case', async () => {
    const owner = await aVerifiedPerson(node);
    const email = anEmail();
    const token = await invited(owner, email);
    const [first] = (await listed(owner)).items;
    await jobsDone();
    await node.db
      .updateTable('invitations')
      .set({ expires_at: sql`now() + interval '1 minute'` })
      .where('id', '=', first.id)
      .execute();
    expect((await invite(owner, email.toUpperCase())).status).toBe(202);
    const again = await listed(owner);
    expect(again.total).toBe(1);
    expect(again.items[0].id).toBe(first.id);
    expect(Date.parse(again.items[0].expires_at)).toBeGreaterThanOrEqual(Date.parse(first.expires_at));
    expect(tokenIn(linkIn(await mailbox.next(email)))).toBe(token);
  });

  it('can be done once more with a new link, which is good for seven days and ends the old one', async () => {
    const owner = await aVerifiedPerson(node);
    const email = anEmail();
    const old = await invited(owner, email);
    const [first] = (await listed(owner)).items;
    await node.db
      .updateTable('invitations')
      .set({ expires_at: sql`now() - interval '1 day'` })
      .where('id', '=', first.id)
      .execute();
    const resend = (id: number) => owner.api.post(`${invitationsOf(owner)}/${id}/resend`);
    const answer = await resend(first.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ team_id: owner.teamId, email });
    expect((await listed(owner)).items).toEqual([answer.body]);
    const token = tokenIn(linkIn(await mailbox.next(email)));
    const friend = await aPerson(node);
    const accept = (link: string) => friend.api.post('/api/v1/invitations/accept', { token: link });
    expect((await accept(old)).status).toBe(422);
    expectNotFound(await resend(first.id));
    const again = await resend(answer.body.id);
    expect(again.status).toBe(200);
    expect((await resend(again.body.id)).status).toBe(429);
    expect((await accept(token)).status).toBe(422);
    expect((await accept(tokenIn(linkIn(await mailbox.next(email))))).status).toBe(200);
    for (const id of [...notIds, unknownId, again.body.id])
      expectNotFound(await friend.api.post(`${invitationsOf(owner)}/${id}/resend`));
  });

  it('does not pester an address: three mails a day from a team, with an account or without', async () => {
    const [owner, friend] = [await aVerifiedPerson(node), await aPerson(node)];
    for (const email of [friend.email, anEmail()]) {
      for (let times = 0; times < 3; times++) expect((await invite(owner, email)).status).toBe(202);
      const answer = await invite(owner, email.toUpperCase());
      expect(answer.status).toBe(429);
      expect(answer.body).toEqual({ detail: 'Rate limit exceeded: 3 per day' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3600);
    }
    expect((await invite(owner, anEmail())).status).toBe(202);
  });

  it('sends ten mails a day to an address, however many teams invite it; the others come later', async () => {
    const [database, email] = [await createDatabase(), anEmail()];
    const busy = await startNode(database, { SMTP_URL: mailbox.url });
    const owners = await Promise.all(Array.from({ length: 12 }, () => aVerifiedPerson(busy)));
    for (const owner of owners) expect((await invite(owner, email)).status).toBe(202);
    const late = () =>
      busy.db
        .selectFrom('jobs')
        .select('id')
        .where('run_at', '>', sql<Date>`now() + interval '50 minutes'`)
        .where('kind', '=', 'send-invitation')
        .where('leased_until', 'is', null)
        .execute();
    await expect.poll(async () => (await late()).length).toBe(2);
    await expect.poll(() => mailbox.waiting(email).length).toBe(10);
    // This node remembers the daily limit; another node must read it from the database.
    await busy.stop();
    const { db } = await startNode(database, { SMTP_URL: mailbox.url });
    await db.deleteFrom('rate_windows').execute();
    await db.updateTable('jobs').set({ run_at: sql`now()` }).where('kind', '=', 'send-invitation').execute();
    await expect.poll(() => mailbox.waiting(email).length).toBe(12);
  });

  it('is possible for two hundred people at once', async () => {
    const owner = await aVerifiedPerson(node);
    await sql`
      insert into invitations (team_id, email) select ${owner.teamId}, 'many-' || n || '@example.com'
      from generate_series(1, 199) as n`.execute(node.db);
    const answers = await Promise.all(Array.from({ length: 3 }, () => invite(owner, anEmail())));
    expect(countStatuses(answers)).toEqual({ 202: 1, 409: 2 });
    expect((await invite(owner, 'MANY-7@example.com')).status).toBe(202);
    expect((await listed(owner)).total).toBe(200);
  });

  it('is possible fifty times an hour for one person', async () => {
    const owner = await aVerifiedPerson(node);
    const answers = await Promise.all(Array.from({ length: 55 }, () => invite(owner, anEmail())));
    expect(countStatuses(answers)).toEqual({ 202: 50, 429: 5 });
    expect((await listed(owner)).total).toBe(50);
  });

  it('lists the newest first, and only those of the team', async () => {
    const [owner, neighbour] = [await aVerifiedPerson(node), await aVerifiedPerson(node)];
    const emails = [anEmail(), anEmail()];
    for (const email of emails) await invite(owner, email);
    await invite(neighbour, anEmail());
    const { items, total } = await listed(owner);
    expect(items.map(({ email }: { email: string }) => email)).toEqual(emails.reverse());
    expect(total).toBe(2);
  });

  it('stores nothing that opens the door', async () => {
    const token = await invited(await aVerifiedPerson(node));
    const [, signature = token] = token.split('.');
    expect(await everythingStored(node)).not.toContain(signature);
    expect(JSON.stringify(node.logs)).not.toContain(signature);
  });
});

it('writes the mail to the log when there is no mail server', async () => {
  const silent = await startService();
  const email = anEmail();
  await invite(await aVerifiedPerson(silent), email);
  const mail = () => silent.logs.find(({ to }) => to === email);
  await expect.poll(mail).toMatchObject({ text: expect.stringContaining('/invitation#token=') });
});

describe('cancelling', () => {
  it('removes the invitation, once', async () => {
    const owner = await aVerifiedPerson(node);
    await invite(owner, anEmail());
    const { items } = await listed(owner);
    expectNoContent(await owner.api.delete(`${invitationsOf(owner)}/${items[0].id}`));
    expect(await listed(owner)).toEqual({ items: [], total: 0 });
    expectNotFound(await owner.api.delete(`${invitationsOf(owner)}/${items[0].id}`));
  });

  it('finds an invitation only in its own team, and only for those who own it', async () => {
    const [owner, stranger] = [await aVerifiedPerson(node), await aPerson(node)];
    await invite(owner, anEmail());
    const { items } = await listed(owner);
    expectNotFound(await stranger.api.get(invitationsOf(owner)));
    expectNotFound(await stranger.api.delete(`${invitationsOf(owner)}/${items[0].id}`));
    expectNotFound(await stranger.api.delete(`${invitationsOf(stranger)}/${items[0].id}`));
    expect((await listed(owner)).items).toEqual(items);
  });

  it.each([...notIds, unknownId])('does not find %s', async (id) => {
    const owner = await aVerifiedPerson(node);
    expectNotFound(await owner.api.delete(`${invitationsOf(owner)}/${id}`));
    expectNotFound(await owner.api.get(`/api/v1/teams/${id}/invitations`));
    expectNotFound(await owner.api.delete(`/api/v1/teams/${id}/invitations/1`));
  });
});
