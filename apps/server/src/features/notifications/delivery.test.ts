import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { upload } from '../../../test/attachments.ts';
import { anEmail, aPerson, aSender } from '../../../test/builders.ts';
import { aFolder } from '../../../test/folders.ts';
import { aBaseUrl, createDatabase, startNode, startService } from '../../../test/harness.ts';
import { anImage } from '../../../test/images.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import {
  aNotifyingProject,
  endAllWaits,
  endWait,
  eventsDispatched,
  noPendingEmail,
  waitingJob,
} from '../../../test/notifications.ts';

const mailbox = await startMailbox();
const database = await createDatabase();
const settings = { SMTP_URL: mailbox.url, BASE_URL: await aBaseUrl(), DATA_DIR: await aFolder() };
const node = await startNode(database, settings);
const ada = await aPerson(node);

async function ask(path: string, bugId: number) {
  const { body: project } = await ada.api.get(path);
  const image = { filename: 'screen.png', content_type: 'image/png', content_length: 600 };
  return (await aSender(node, project).post(`/api/v1/bugs/${bugId}/attachments`, image)).body;
}

const screenshotIn = (text = '') => /Screenshot \(.+\): (\S+)/.exec(text)?.[1] ?? '';

describe('a screenshot', () => {
  it('is waited for, and linked to for a week', async () => {
    const { path, email, report } = await aNotifyingProject(node, ada);
    const asked = await ask(path, await report());
    await endWait(node, email);
    await expect.poll(() => waitingJob(node, email)).toBeDefined();
    expect(mailbox.waiting(email)).toEqual([]);

    const bytes = anImage();
    expect((await upload(asked, bytes)).status).toBe(200);
    await endWait(node, email);
    const mail = await mailbox.next(email);
    const link = screenshotIn(mail.text);
    expect(mail.html).toContain(`href="${link}"`);
    const shown = await fetch(link);
    expect(shown.status).toBe(200);
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true);
    const expires = Number(new URL(link).pathname.split('.').at(-2));
    expect(Math.round((expires - Date.now()) / 3_600_000)).toBe(7 * 24);
  });

  it('that never comes holds the mail up no longer than a moment', async () => {
    const { path, id, email, report } = await aNotifyingProject(node, ada);
    await ask(path, await report());
    await expect.poll(() => waitingJob(node, email)).toBeDefined();
    await sql`update bug_notices set created_at = now() - interval '16 seconds' where project_id = ${id}`.execute(
      node.db,
    );
    await endWait(node, email);
    expect((await mailbox.next(email)).text).not.toContain('Screenshot');
  });

  it('is linked to in a digest too, which waits for none', async () => {
    const { path, email, report } = await aNotifyingProject(node, ada);
    const [shown, promised] = [await report({ title: 'Shown' }), await report({ title: 'Promised' })];
    expect((await upload(await ask(path, shown))).status).toBe(200);
    await ask(path, promised);
    await eventsDispatched(node, promised);
    await endWait(node, email);
    const mail = await mailbox.next(email);
    expect(mail.text?.match(/Screenshot/g)).toHaveLength(1);
    expect((await fetch(screenshotIn(mail.text))).status).toBe(200);
  });
});

describe('a mail that cannot be sent', () => {
  it('is tried again, holds up nobody else and is repeated for nobody', async () => {
    const [broken, sound] = [anEmail(), anEmail()];
    const { report } = await aNotifyingProject(node, ada, { emails: [broken, sound] });
    mailbox.refused.add(broken);
    await report({ title: 'One' });
    await endWait(node, broken);
    await endWait(node, sound);
    expect((await mailbox.next(sound)).subject).toContain('One');
    await expect
      .poll(async () => (await waitingJob(node, broken))?.last_error)
      .toContain('No such mailbox here');

    const second = await report({ title: 'Two' });
    await eventsDispatched(node, second);
    mailbox.refused.delete(broken);
    await endWait(node, broken);
    expect((await mailbox.next(broken)).subject).toBe('2 new bugs in Website');
    await endWait(node, sound);
    expect((await mailbox.next(sound)).subject).toContain('Two');
    for (const email of [broken, sound]) {
      await noPendingEmail(node, email);
      expect(mailbox.waiting(email)).toEqual([]);
    }
  });

  it('is not lost when the mail server is away', async () => {
    const away = await startService({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const { id, email, report } = await aNotifyingProject(away, await aPerson(away));
    const bugId = await report();
    await endWait(away, email);
    await expect.poll(async () => (await waitingJob(away, email))?.last_error).toContain('ECONNREFUSED');
    const notices = await away.db
      .selectFrom('bug_notices')
      .select('bug_id')
      .where('project_id', '=', id)
      .execute();
    expect(notices).toEqual([{ bug_id: bugId }]);
  });

  it('is given up when it is no news any more', async () => {
    const { id, email, report } = await aNotifyingProject(node, ada);
    await report();
    await expect.poll(() => waitingJob(node, email)).toBeDefined();
    const { db } = node;
    await sql`update bug_notices set created_at = now() - interval '73 hours' where project_id = ${id}`.execute(
      db,
    );
    await sql`update jobs set run_at = now() where kind = 'clean-up'`.execute(db);
    const notices = () => db.selectFrom('bug_notices').selectAll().where('project_id', '=', id).execute();
    await expect.poll(notices).toEqual([]);
    await noPendingEmail(node, email);
    expect(mailbox.waiting(email)).toEqual([]);
  });
});

it('is one mail, however many nodes there are', async () => {
  await startNode(database, { ...settings, BASE_URL: await aBaseUrl() });
  const { email, report } = await aNotifyingProject(node, ada);
  for (let times = 0; times < 5; times++) await report();
  const last = await report();
  await eventsDispatched(node, last);
  await endWait(node, email);
  expect((await mailbox.next(email)).subject).toBe('6 new bugs in Website');
  await noPendingEmail(node, email);
  expect(mailbox.waiting(email)).toEqual([]);
});

it('goes to the log when there is no mail server', async () => {
  const silent = await startService();
  const { email, report } = await aNotifyingProject(silent, await aPerson(silent));
  const bugId = await report();
  await eventsDispatched(silent, bugId);
  await endAllWaits(silent);
  const mail = silent.logs.find(({ to }) => to === email);
  expect(mail).toMatchObject({ text: expect.stringContaining(`/bugs/${bugId}`) });
});
