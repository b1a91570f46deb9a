import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anEmail, aPerson } from '../../../test/builders.ts';
import { aBaseUrl, startService } from '../../../test/harness.ts';
import { linkIn, startMailbox } from '../../../test/mailbox.ts';
import { aNotifyingProject, endAllWaits, eventsDispatched } from '../../../test/notifications.ts';

const mailbox = await startMailbox();
const baseUrl = await aBaseUrl();
const node = await startService({ SMTP_URL: mailbox.url, BASE_URL: baseUrl });
const ada = await aPerson(node);
const project = await aNotifyingProject(node, ada, { emails: [], notify_reporters: true });
const { db } = node;

const setStatus = (bugId: number, status: string) => ada.api.patch(`/api/v1/bugs-admin/${bugId}`, { status });

/** Waits until every email about the bug is sent. */
async function told(bugId: number): Promise<void> {
  await eventsDispatched(node, bugId);
  await endAllWaits(node);
}

/** Backdates sent emails by a day. */
const letADayPass = () => sql`update recent_mails set sent_at = sent_at - interval '1 day'`.execute(db);

async function aReported(values: Record<string, unknown> = {}, { report } = project) {
  const email = anEmail();
  return { email, bugId: await report({ reporter_email: email, ...values }) };
}

describe('the reporter is told', () => {
  it('when the bug is resolved, with a link to what became of it', async () => {
    const { email, bugId } = await aReported({ title: 'Cart is empty' });
    await setStatus(bugId, 'resolved');
    await told(bugId);
    const mail = await mailbox.next(email);
    expect(mail.to).toMatchObject([{ address: email }]);
    expect(mail.subject).toBe('Resolved: Cart is empty');
    expect(mail.text).toContain('Cart is empty');
    const link = linkIn(mail);
    expect(link).toMatch(new RegExp(`^${baseUrl}/api/v1/reports/[\\w.-]+$`));
    expect(mail.html).toContain(`href="${link}"`);
    expect(await (await fetch(link)).text()).toContain('It has been resolved.');
    expect(`${mail.text}${mail.html}`).not.toContain('Website');
  });

  it('when many bugs are resolved at once, each about their own', async () => {
    const [one, two] = [await aReported({ title: 'One' }), await aReported({ title: 'Two' })];
    const ids = [one.bugId, two.bugId];
    const bulk = await ada.api.post('/api/v1/bugs-admin/bulk', {
      ids,
      operation: 'set_status',
      value: 'resolved',
    });
    expect(bulk.body).toMatchObject({ affected: 2 });
    for (const id of ids) await told(id);
    expect((await mailbox.next(one.email)).subject).toBe('Resolved: One');
    expect((await mailbox.next(two.email)).subject).toBe('Resolved: Two');
  });

  it('later, when the mail server does not take the mail', async () => {
    const { email, bugId } = await aReported();
    mailbox.refused.add(email);
    await setStatus(bugId, 'resolved');
    await told(bugId);
    mailbox.refused.delete(email);
    await endAllWaits(node);
    expect(mailbox.waiting(email)).toHaveLength(1);
  });

  it('without being able to forge or mark up the mail', async () => {
    const title = 'Oops\r\nBcc: eve@example.com\r\n\r\n<img src=x onerror=alert(1)>';
    const { email, bugId } = await aReported({ title });
    await setStatus(bugId, 'resolved');
    await told(bugId);
    const mail = await mailbox.next(email);
    expect(mail.subject).toBe('Resolved: Oops Bcc: eve@example.com <img src=x onerror=alert(1)>');
    expect(mail.bcc).toBeUndefined();
    expect(mail.html).not.toContain('<img');
    expect(mail.text).not.toMatch(/^Bcc/m);
  });
});

describe('nobody is told', () => {
  it.each(['in_progress', 'closed', 'wont_fix', 'spam'])('when the bug becomes %s', async (status) => {
    const { email, bugId } = await aReported();
    expect((await setStatus(bugId, status)).status).toBe(200);
    await told(bugId);
    expect(mailbox.waiting(email)).toEqual([]);
  });

  it('when something else of a resolved bug changes', async () => {
    const { email, bugId } = await aReported();
    await setStatus(bugId, 'resolved');
    await told(bugId);
    await mailbox.next(email);
    await letADayPass();
    await ada.api.patch(`/api/v1/bugs-admin/${bugId}`, {
      status: 'resolved',
      severity: 'low',
      assignee_id: 'me',
    });
    await told(bugId);
    expect(mailbox.waiting(email)).toEqual([]);
  });

  it('when the project does not want it, which is so at first', async () => {
    const quiet = await aNotifyingProject(node, ada, { emails: [] });
    const { email, bugId } = await aReported({}, quiet);
    await setStatus(bugId, 'resolved');
    await told(bugId);
    await quiet.change({ notify_reporters: true });
    await endAllWaits(node);
    expect(mailbox.waiting(email)).toEqual([]);
  });

  it('when that was taken back, or the bug reopened, a moment later', async () => {
    const hesitant = await aNotifyingProject(node, ada, { emails: [], notify_reporters: true });
    const [one, two] = [await aReported({}, hesitant), await aReported()];
    for (const { bugId } of [one, two]) {
      await setStatus(bugId, 'resolved');
      await eventsDispatched(node, bugId);
    }
    await hesitant.change({ notify_reporters: false });
    await setStatus(two.bugId, 'open');
    await endAllWaits(node);
    expect([...mailbox.waiting(one.email), ...mailbox.waiting(two.email)]).toEqual([]);
  });

  it('when a bulk change is undone, be it that it resolved the bug or that it had reopened it', async () => {
    const { email, bugId } = await aReported();
    const bulk = async (value: string) => {
      const change = { ids: [bugId], operation: 'set_status', value };
      return (await ada.api.post('/api/v1/bugs-admin/bulk', change)).body.batch_id;
    };
    const undo = (batch: number) => ada.api.post(`/api/v1/bugs-admin/bulk/${batch}/undo`);
    const mistake = await bulk('resolved');
    await eventsDispatched(node, bugId);
    await undo(mistake);
    await told(bugId);
    expect(mailbox.waiting(email)).toEqual([]);
    await setStatus(bugId, 'resolved');
    await told(bugId);
    await mailbox.next(email);
    await letADayPass();
    const reopened = await bulk('open');
    await told(bugId);
    await undo(reopened);
    await told(bugId);
    expect(mailbox.waiting(email)).toEqual([]);
  });

  it('when the report came without an address', async () => {
    const bugId = await project.report();
    await setStatus(bugId, 'resolved');
    await eventsDispatched(node, bugId);
    const notices = db.selectFrom('resolved_notices').selectAll().where('bug_id', '=', bugId);
    expect(await notices.execute()).toEqual([]);
  });

  it.each([(email: string) => email.toUpperCase(), () => '@Blocked.example.com'])(
    'when the reporter has been blocked since: %s',
    async (valueFor) => {
      const blocking = await aNotifyingProject(node, ada, { emails: [], notify_reporters: true });
      const email = anEmail().replace('@', '@blocked.');
      const bugId = await blocking.report({ reporter_email: email });
      const rule = { kind: 'email', value: valueFor(email) };
      expect((await ada.api.post(`${blocking.path}/blocklist`, rule)).status).toBe(201);
      await setStatus(bugId, 'resolved');
      await told(bugId);
      expect(mailbox.waiting(email)).toEqual([]);
    },
  );

  it('when the bug has been deleted', async () => {
    const { email, bugId } = await aReported();
    await setStatus(bugId, 'resolved');
    await eventsDispatched(node, bugId);
    expect((await ada.api.delete(`/api/v1/bugs-admin/${bugId}`)).status).toBe(204);
    await endAllWaits(node);
    expect(mailbox.waiting(email)).toEqual([]);
  });
});
