import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anEmail, aPerson } from '../../../test/builders.ts';
import { aBaseUrl, createDatabase, startNode } from '../../../test/harness.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import {
  aNotifyingProject,
  endAllWaits,
  eventsDispatched,
  headerOf,
  type NotifyingProject,
} from '../../../test/notifications.ts';

const mailbox = await startMailbox();
const database = await createDatabase();
const baseUrl = await aBaseUrl();
const node = await startNode(database, { SMTP_URL: mailbox.url, BASE_URL: baseUrl });
const ada = await aPerson(node);
const { db } = node;

const aProjectNotifyingReporters = () => aNotifyingProject(node, ada, { emails: [], notify_reporters: true });

async function setStatus(ids: number[], value: string): Promise<void> {
  const change = { ids, operation: 'set_status', value };
  expect((await ada.api.post('/api/v1/bugs-admin/bulk', change)).body.affected).toBe(ids.length);
  for (const id of ids) await eventsDispatched(node, id);
}

/** Resolves bugs and waits for the emails due right away. */
async function resolve(...ids: number[]): Promise<void> {
  await setStatus(ids, 'resolved');
  await endAllWaits(node);
}

async function letADayPass(): Promise<void> {
  await sql`update recent_mails set sent_at = sent_at - interval '1 day'`.execute(db);
  await endAllWaits(node);
}

const bugsFrom = async ({ report }: NotifyingProject, email: string, count: number) => {
  const titles = Array.from({ length: count }, (_, n) => `Bug ${n + 1}`);
  return Promise.all(titles.map((title) => report({ title, reporter_email: email })));
};

const subjects = (email: string) => mailbox.waiting(email).map(({ subject }) => subject);

describe('a reporter gets one mail a day about a project', () => {
  it('when dozens of their bugs are resolved at once', async () => {
    const email = anEmail();
    const ids = await bugsFrom(await aProjectNotifyingReporters(), email, 59);
    await resolve(...ids);
    expect(subjects(email)).toEqual(['59 of your reports have been resolved']);
    const mail = await mailbox.next(email);
    const listed = [...(mail.text ?? '').matchAll(/^"Bug (\d+)": (.+)$/gm)];
    expect(listed).toHaveLength(20);
    expect(mail.text).toContain('\n\nAnd 39 more.\n\n');
    const [, , link = ''] = listed[0] ?? [];
    expect(link).toMatch(new RegExp(`^${baseUrl}/api/v1/reports/`));
    expect(mail.html).toContain(`href="${link}"`);
    expect(await (await fetch(link)).text()).toContain('It has been resolved.');
    await letADayPass();
    expect(subjects(email)).toEqual([]);
  });

  it('and the next day one about all that was resolved after it', async () => {
    const email = anEmail();
    const [one = 0, two = 0, three = 0] = await bugsFrom(await aProjectNotifyingReporters(), email, 3);
    for (const id of [one, two, three]) await resolve(id);
    expect(subjects(email)).toEqual(['Resolved: Bug 1']);
    await letADayPass();
    expect(subjects(email)).toEqual(['Resolved: Bug 1', '2 of your reports have been resolved']);
  });

  it('whether the day begins anew meanwhile or not: a day is 24 hours', async () => {
    const email = anEmail();
    const [one = 0, two = 0] = await bugsFrom(await aProjectNotifyingReporters(), email, 2);
    await resolve(one);
    await sql`update recent_mails set sent_at = now() - interval '23 hours 59 minutes'`.execute(db);
    await resolve(two);
    expect(subjects(email)).toHaveLength(1);
    const wait = sql<{ seconds: number }>`
      select extract(epoch from run_at - now())::int as seconds from jobs
      where kind = 'mail-resolved-bugs' and (payload ->> 'address_id')::bigint = (
        select id from mail_addresses where email = ${email}
      )`;
    const { seconds } = (await wait.execute(db)).rows[0] ?? { seconds: 0 };
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    await letADayPass();
    expect(subjects(email)).toHaveLength(2);
  });

  it('however often a bug is reopened and resolved', async () => {
    const email = anEmail();
    const [id = 0] = await bugsFrom(await aProjectNotifyingReporters(), email, 1);
    for (const status of ['resolved', 'open', 'resolved', 'open']) {
      await setStatus([id], status);
      await endAllWaits(node);
    }
    expect(subjects(email)).toHaveLength(1);
    await letADayPass();
    expect(subjects(email)).toHaveLength(1);
  });

  it('however the address is spelled', async () => {
    const email = anEmail();
    const shouted = email.replace('person', 'PERSON');
    const project = await aProjectNotifyingReporters();
    await resolve(...(await bugsFrom(project, email, 1)), ...(await bugsFrom(project, shouted, 1)));
    expect([...subjects(email), ...subjects(shouted)]).toEqual(['2 of your reports have been resolved']);
  });

  it('and no more than ten about all projects together', async () => {
    const email = anEmail();
    for (let n = 0; n < 12; n++)
      await resolve(...(await bugsFrom(await aProjectNotifyingReporters(), email, 1)));
    expect(subjects(email)).toHaveLength(10);
    await letADayPass();
    expect(subjects(email)).toHaveLength(12);
  });

  it('but those of another project come too', async () => {
    const email = anEmail();
    for (const project of [await aProjectNotifyingReporters(), await aProjectNotifyingReporters()])
      await resolve(...(await bugsFrom(project, email, 2)));
    expect(subjects(email)).toHaveLength(2);
  });
});

describe('it is one mail', () => {
  it('when four nodes run the jobs, and run them again', async () => {
    for (let n = 0; n < 3; n++)
      await startNode(database, { SMTP_URL: mailbox.url, BASE_URL: await aBaseUrl() });
    const email = anEmail();
    const ids = await bugsFrom(await aProjectNotifyingReporters(), email, 12);
    await setStatus(ids, 'resolved');
    for (let times = 0; times < 5; times++) await endAllWaits(node);
    expect(subjects(email)).toEqual(['12 of your reports have been resolved']);
  });

  it('when whoever sends it takes so long that another takes the job over', async () => {
    const email = anEmail();
    const ids = await bugsFrom(await aProjectNotifyingReporters(), email, 2);
    const { promise: longEnough, resolve: answer } = Promise.withResolvers<'answer'>();
    mailbox.beforeAnswer.set(email, () => longEnough);
    await setStatus(ids, 'resolved');
    const ofReporter = sql`kind = 'mail-resolved-bugs' and (payload ->> 'address_id')::bigint = (
      select id from mail_addresses where email = ${email}
    )`;
    await sql`update jobs set run_at = now() where ${ofReporter}`.execute(db);
    await expect.poll(() => subjects(email).length).toBe(1);
    await sql`update jobs set leased_until = now() - interval '1 second' where ${ofReporter}`.execute(db);
    const isPostponed = async () => {
      const { rows } =
        await sql`select from jobs where ${ofReporter} and run_at > now() + interval '1 hour'`.execute(db);
      return rows.length;
    };
    await expect.poll(isPostponed).toBe(1);
    answer('answer');
    mailbox.beforeAnswer.delete(email);
    await endAllWaits(node);
    expect(subjects(email)).toHaveLength(1);
  });

  it('when the mail server takes it and breaks off: the rest of the day is waited', async () => {
    const email = anEmail();
    const ids = await bugsFrom(await aProjectNotifyingReporters(), email, 2);
    mailbox.beforeAnswer.set(email, async () => 'break off');
    await resolve(...ids);
    await expect.poll(() => subjects(email).length).toBe(1);
    mailbox.beforeAnswer.delete(email);
    for (let times = 0; times < 3; times++) await endAllWaits(node);
    expect(subjects(email)).toHaveLength(1);
  });
});

describe('a mail that the server does not take', () => {
  it('is sent when it takes it again, within the day', async () => {
    const email = anEmail();
    const ids = await bugsFrom(await aProjectNotifyingReporters(), email, 2);
    mailbox.refused.add(email);
    await resolve(...ids);
    await endAllWaits(node);
    mailbox.refused.delete(email);
    await endAllWaits(node);
    expect(subjects(email)).toEqual(['2 of your reports have been resolved']);
  });

  it('is given up when it is no news any more', async () => {
    const email = anEmail();
    mailbox.refused.add(email);
    await resolve(...(await bugsFrom(await aProjectNotifyingReporters(), email, 1)));
    await sql`update resolved_notices set created_at = now() - interval '73 hours'`.execute(db);
    await sql`update jobs set run_at = now() where kind = 'clean-up'`.execute(db);
    const notices = () => db.selectFrom('resolved_notices').selectAll().execute();
    await expect.poll(notices).toEqual([]);
    mailbox.refused.delete(email);
    await endAllWaits(node);
    expect(subjects(email)).toEqual([]);
  });
});

describe('nothing is told the next day', () => {
  it('of what was reopened, deleted, or went with its project', async () => {
    const [email, project] = [anEmail(), await aProjectNotifyingReporters()];
    const doomed = await aProjectNotifyingReporters();
    const [first = 0, reopened = 0, deleted = 0] = await bugsFrom(project, email, 3);
    const [firstThere = 0, gone = 0] = await bugsFrom(doomed, email, 2);
    await resolve(first, firstThere);
    await resolve(reopened, deleted, gone);
    await setStatus([reopened], 'open');
    expect((await ada.api.delete(`/api/v1/bugs-admin/${deleted}`)).status).toBe(204);
    expect((await ada.api.delete(doomed.path)).status).toBe(204);
    await letADayPass();
    expect(subjects(email)).toHaveLength(2);
  });
});

it('has a link that stops these mails, in mail programs too', async () => {
  const email = anEmail();
  await resolve(...(await bugsFrom(await aProjectNotifyingReporters(), email, 2)));
  const mail = await mailbox.next(email);
  const [, url = ''] = /Unsubscribe: (\S+)/.exec(mail.text ?? '') ?? [];
  expect(headerOf(mail, 'List-Unsubscribe')).toBe(`<${url}>`);
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect((await fetch(url)).status).toBe(200);
  await resolve(...(await bugsFrom(await aProjectNotifyingReporters(), email, 1)));
  expect(subjects(email)).toHaveLength(1);
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  await resolve(...(await bugsFrom(await aProjectNotifyingReporters(), email, 1)));
  expect(subjects(email)).toHaveLength(1);
});
