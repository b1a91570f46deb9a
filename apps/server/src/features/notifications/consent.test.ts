import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  aColleague,
  anEmail,
  aPerson,
  aProject,
  aReport,
  aSender,
  type Person,
} from '../../../test/builders.ts';
import { aBaseUrl, createDatabase, secretKey, startNode } from '../../../test/harness.ts';
import { linkIn, startMailbox } from '../../../test/mailbox.ts';
import { endAllWaits, eventsDispatched, headerOf } from '../../../test/notifications.ts';
import { everythingStored, expectRefused, unknownId } from '../../../test/samples.ts';
import { signLink } from '../../auth/signed-links.ts';
import { connect } from '../../db/connection.ts';

const mailbox = await startMailbox();
const database = await createDatabase();
const baseUrl = await aBaseUrl();
const node = await startNode(database, { SMTP_URL: mailbox.url, BASE_URL: baseUrl });
const { db } = node;
const ada = await aPerson(node);
await verifyAddress(ada);

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const form = { 'content-type': 'application/x-www-form-urlencoded', ...asBrowser };

/** Marks the address as verified. */
async function verifyAddress({ id }: Person): Promise<void> {
  await db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', id).execute();
}

/** A project with these addresses. The owner's address is included to see that emails are sent. */
async function aListingProject(emails: string[], owner = ada) {
  const project = await aProject(owner);
  const path = `/api/v1/projects/${project.id}`;
  const list = async (...notification_emails: string[]) => {
    const answer = await owner.api.patch(path, { notification_emails });
    expect(answer.status, answer.text).toBe(200);
    await endAllWaits(node);
  };
  await list(...emails);
  return {
    path,
    list,
    states: async () => (await owner.api.get(path)).body.notification_addresses,
    report: async (title = 'A bug'): Promise<void> => {
      const { body } = await aSender(node, project).post('/api/v1/bugs', aReport({ title }));
      await eventsDispatched(node, body.id);
      await endAllWaits(node);
    },
  };
}

const subjects = (email: string) => mailbox.waiting(email).map(({ subject }) => subject);
const question = 'Confirm notifications for Website';

/** The path of the link in the consent request. */
const asked = async (email: string) => linkIn(await mailbox.next(email)).replace(baseUrl, '');
const tokenIn = (path: string) => path.split('/').at(-1) ?? '';
const confirm = (path: string) => node.anyone.post('/api/v1/notifications/confirm', { token: tokenIn(path) });

const letADayPass = () => sql`update recent_mails set sent_at = sent_at - interval '1 day'`.execute(db);

describe('an address that is no member of the team', () => {
  it('is asked, and told of bugs only after it has confirmed', async () => {
    const email = anEmail();
    const { report, states } = await aListingProject([email, ada.email]);
    const mail = await mailbox.next(email);
    expect(mail.subject).toBe(question);
    expect(mail.text).toContain(
      `Someone added ${email} to the notification addresses of the project "Website"`,
    );
    await report('Before');
    expect(subjects(ada.email)).toContain('New bug in Website: Before');
    expect(subjects(email)).toEqual([]);
    expect(await states()).toEqual([
      { email, confirmed: false, muted: false },
      { email: ada.email, confirmed: true, muted: false },
    ]);

    const answer = await confirm(linkIn(mail));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ email, project_name: 'Website' });
    expect((await states())[0]).toEqual({ email, confirmed: true, muted: false });
    await report('After');
    expect(subjects(email)).toEqual(['New bug in Website: After']);
  });

  it('confirms on a page with a button: looking at it confirms nothing', async () => {
    const email = anEmail();
    const { states } = await aListingProject([email]);
    const path = await asked(email);
    const page = await node.anyone.get(path, asBrowser);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain(email);
    expect((await node.anyone.request('HEAD', path)).status).toBe(200);
    expect((await states())[0].confirmed).toBe(false);

    const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(page.text) ?? [];
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(page.text) ?? [];
    const target = new URL(action, baseUrl + path).pathname;
    const done = await node.anyone.post(target, new URLSearchParams({ token }).toString(), form);
    expect([done.status, done.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(done.text).toContain('Confirmed');
    expect((await states())[0].confirmed).toBe(true);
    expect((await node.anyone.get(path, asBrowser)).text).not.toContain('<form');
  });

  it('is asked once, though it is taken off the list and put on again, in any spelling', async () => {
    const email = anEmail();
    const { list } = await aListingProject([email]);
    await list();
    await list(email);
    await list(email.replace('person', 'PERSON'));
    expect([...subjects(email), ...subjects(email.replace('person', 'PERSON'))]).toEqual([question]);
    await letADayPass();
    await list(email);
    expect(subjects(email)).toEqual([question, question]);
  });

  it('need not confirm again when it is put on the list again', async () => {
    const email = anEmail();
    const { list, states, report } = await aListingProject([email]);
    const path = await asked(email);
    await list();
    expect((await node.anyone.get(path, asBrowser)).status).toBe(404);
    expectRefused(await confirm(path), 'token');
    await list(email);
    expect((await confirm(path)).status).toBe(200);
    await list();
    await letADayPass();
    await list(email);
    expect(await states()).toEqual([{ email, confirmed: true, muted: false }]);
    await report();
    expect(subjects(email)).toEqual(['New bug in Website: A bug']);
  });

  it('confirms for one project', async () => {
    const email = anEmail();
    await aListingProject([email]);
    await confirm(await asked(email));
    const other = await aListingProject([email]);
    expect(subjects(email)).toEqual([question]);
    expect((await other.states())[0].confirmed).toBe(false);
  });

  it('is not told afterwards of what came before it confirmed, or while it was off the list', async () => {
    const email = anEmail();
    const { list, report } = await aListingProject([email, ada.email]);
    // Notices are kept until all recipients have them; here Ada's emails are rejected.
    mailbox.refused.add(ada.email);
    await report('Unconfirmed');
    await confirm(await asked(email));
    await report('Confirmed');
    await list(ada.email);
    await report('Unlisted');
    await list(email, ada.email);
    await report('Listed');
    mailbox.refused.delete(ada.email);
    expect(subjects(email)).toEqual(['New bug in Website: Confirmed', 'New bug in Website: Listed']);
  });

  it('can stop the questions, from whichever project', async () => {
    const [email, witness] = [anEmail(), anEmail()];
    const first = await aListingProject([email]);
    const mail = await mailbox.next(email);
    const [, stop = ''] = /Unsubscribe: (\S+)/.exec(mail.text ?? '') ?? [];
    expect(headerOf(mail, 'List-Unsubscribe')).toBe(`<${stop}>`);
    expect((await fetch(stop, { method: 'POST' })).status).toBe(200);
    await letADayPass();
    await first.list(email);
    const { states } = await aListingProject([email, witness], await aPerson(node));
    expect(subjects(witness)).toEqual([question]);
    expect(subjects(email)).toEqual([]);
    // The team must not learn that an unconfirmed address is muted.
    expect((await states())[0]).toEqual({ email, confirmed: false, muted: false });

    await confirm(linkIn(mail));
    expect((await first.states())[0]).toEqual({ email, confirmed: true, muted: true });
    await first.report();
    expect(subjects(email)).toEqual([]);
  });

  it('is asked when the mail server is back', async () => {
    const email = anEmail();
    mailbox.refused.add(email);
    await aListingProject([email]);
    await endAllWaits(node);
    mailbox.refused.delete(email);
    await endAllWaits(node);
    expect(subjects(email)).toEqual([question]);
  });
});

describe('an address of a member', () => {
  it('counts when it is proved, and not before', async () => {
    const grace = await aColleague(node, ada);
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', grace.id).execute();
    const { states, report } = await aListingProject([grace.email]);
    const isConfirmed = async () => (await states())[0].confirmed;
    expect(subjects(grace.email)).toContain(question);
    expect(await isConfirmed()).toBe(false);
    await verifyAddress(grace);
    expect(await isConfirmed()).toBe(true);
    await report();
    expect(subjects(grace.email)).toContain('New bug in Website: A bug');
    expect((await ada.api.delete(`/api/v1/teams/${ada.teamId}/members/${grace.id}`)).status).toBe(204);
    expect(await isConfirmed()).toBe(false);
  });

  it('is not asked when it is proved', async () => {
    const [grace, witness] = [await aColleague(node, ada), anEmail()];
    await verifyAddress(grace);
    await aListingProject([grace.email.toUpperCase(), witness]);
    expect(subjects(witness)).toEqual([question]);
    expect(subjects(grace.email.replace('person', 'PERSON'))).toEqual([]);
  });

  it('of another team is asked like any other', async () => {
    const stranger = await aPerson(node);
    await verifyAddress(stranger);
    const { states } = await aListingProject([stranger.email]);
    expect(subjects(stranger.email)).toContain(question);
    expect((await states())[0].confirmed).toBe(false);
  });
});

describe('the number of questions', () => {
  it('to one address is ten a day, whoever asks', async () => {
    const email = anEmail();
    const owners = [await aPerson(node), await aPerson(node)] as const;
    for (let n = 0; n < 12; n++) await aListingProject([email], owners[n % 2]);
    expect(subjects(email)).toHaveLength(10);
    await letADayPass();
    await endAllWaits(node);
    expect(subjects(email)).toHaveLength(12);
  });

  it('of one person is a hundred a day, also when the projects are deleted', async () => {
    const owner = await aPerson(node);
    const emails = Array.from({ length: 110 }, anEmail);
    for (let n = 0; n < 110; n += 50) {
      const { path } = await aListingProject(emails.slice(n, n + 50), owner);
      if (n === 0) expect((await owner.api.delete(path)).status).toBe(204);
    }
    expect(emails.flatMap(subjects)).toHaveLength(100);
    const other = anEmail();
    await aListingProject([other], await aPerson(node));
    expect(subjects(other)).toEqual([question]);
  });

  it('is the same however many nodes there are, and whatever breaks', async () => {
    for (let n = 0; n < 3; n++)
      await startNode(database, { SMTP_URL: mailbox.url, BASE_URL: await aBaseUrl() });
    const emails = Array.from({ length: 20 }, anEmail);
    const [broken = ''] = emails;
    mailbox.beforeAnswer.set(broken, async () => 'break off');
    const { list } = await aListingProject(emails);
    await Promise.all([list(...emails), list(...emails), list(...emails)]);
    for (const email of emails) await expect.poll(() => subjects(email)).toEqual([question]);
    await endAllWaits(node);
    expect(emails.flatMap(subjects)).toHaveLength(20);
  });

  it('to one address is not passed when many are about to be sent at the same moment', async () => {
    await startNode(database, { SMTP_URL: mailbox.url, BASE_URL: await aBaseUrl() });
    const [email, owner] = [anEmail(), await aPerson(node)];
    mailbox.refused.add(email);
    for (let n = 0; n < 14; n++) await aListingProject([email], owner);
    mailbox.refused.delete(email);
    // A separate connection, because the jobs may use all connections of their nodes.
    const ownDb = connect(database.url);
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(ownDb);
      return rows.length;
    };
    await ownDb.transaction().execute(async (trx) => {
      // The lock allows counting emails but not adding any, so all jobs wait after counting.
      await sql`lock table recent_mails in exclusive mode`.execute(trx);
      await sql`update jobs set run_at = now() where kind = 'ask-for-consent'`.execute(ownDb);
      await expect.poll(waiting).toBeGreaterThan(10);
    });
    await ownDb.destroy();
    await endAllWaits(node);
    expect(subjects(email)).toHaveLength(10);
  });
});

describe('a link that was not mailed', () => {
  it.each([
    'x',
    '1.',
    `1.${'a'.repeat(43)}`,
    signLink(secretKey, 'mail-address', 1),
    signLink(secretKey, 'confirm-notifications', unknownId),
    signLink('a secret key of somebody else entirely', 'confirm-notifications', 1),
  ])('confirms nothing: %s', async (token) => {
    const page = await node.anyone.get(`/api/v1/notifications/confirm/${token}`, asBrowser);
    expect(page.status).toBe(404);
    expect(page.text).not.toContain('example.com');
    expectRefused(await confirm(token), 'token');
    const posted = await node.anyone.post('/api/v1/notifications/confirm', `token=${token}`, form);
    expect([posted.status, posted.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('may be missing altogether', async () => {
    expectRefused(await node.anyone.post('/api/v1/notifications/confirm', {}), 'token');
    expectRefused(await node.anyone.post('/api/v1/notifications/confirm', 'x=1', form), 'token');
  });
});

it('keeps the link out of the log and out of the database', async () => {
  const email = anEmail();
  await aListingProject([email]);
  const path = await asked(email);
  await node.anyone.get(path);
  const [, signature = path] = tokenIn(path).split('.');
  await expect.poll(() => JSON.stringify(node.logs)).toContain('/api/v1/notifications/confirm/:token');
  expect(JSON.stringify(node.logs)).not.toContain(signature);
  expect(await everythingStored(node)).not.toContain(signature);
});

it('forgets who was taken off the list long ago, and keeps who is muted', async () => {
  const [email, muted] = [anEmail(), anEmail()];
  const { list } = await aListingProject([email, muted]);
  const [path, { text = '' }] = [await asked(email), await mailbox.next(muted)];
  await fetch(/Unsubscribe: (\S+)/.exec(text)?.[1] ?? '', { method: 'POST' });
  await list();
  await sql`update notification_addresses set removed_at = now() - interval '31 days' where removed_at is not null`.execute(
    db,
  );
  await sql`update mail_addresses set seen_at = now() - interval '91 days'`.execute(db);
  await sql`update recent_mails set sent_at = sent_at - interval '91 days'`.execute(db);
  await sql`update jobs set run_at = now() where kind = 'clean-up'`.execute(db);
  const kept = async () => {
    const rows = await db
      .selectFrom('mail_addresses')
      .select('email')
      .where('email', 'in', [email, muted])
      .execute();
    return rows.map((row) => row.email);
  };
  await expect.poll(kept).toEqual([muted]);
  expect((await node.anyone.get(path, asBrowser)).status).toBe(404);
});
