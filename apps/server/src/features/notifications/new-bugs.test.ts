import { describe, expect, it } from 'vitest';
import { anEmail, aPerson } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { linkIn, startMailbox } from '../../../test/mailbox.ts';
import {
  aNotifyingProject,
  endAllWaits,
  endWait,
  eventsDispatched,
  noPendingEmail,
  waitingJob,
} from '../../../test/notifications.ts';

const mailbox = await startMailbox();
const node = await startService({ SMTP_URL: mailbox.url, BASE_URL: 'https://bugs.example' });
const ada = await aPerson(node);

describe('a mail about a new bug', () => {
  it('says what was reported where, with a link to the bug', async () => {
    const { email, report } = await aNotifyingProject(node, ada, { name: 'Shop' });
    const id = await report({
      title: 'Cart is empty',
      description: 'I pay.\nThen:\n\nnothing',
      severity: 'high',
    });
    await endWait(node, email);
    const mail = await mailbox.next(email);
    expect(mail.to).toMatchObject([{ address: email }]);
    expect(mail.subject).toBe('New bug in Shop: Cart is empty');
    expect(linkIn(mail)).toBe(`https://bugs.example/bugs/${id}`);
    expect(mail.text).toContain('New bug with severity high in "Shop":\n\n> Cart is empty\n\n');
    expect(mail.text).toContain('> I pay.\n> Then:\n> \n> nothing\n');
    expect(mail.html).toContain(`href="https://bugs.example/bugs/${id}"`);
    expect(mail.html).toContain('Cart is empty');
    expect(mail.text).not.toContain('Screenshot');
  });

  it('goes to every address, to each in a mail of its own', async () => {
    const emails = [anEmail(), anEmail(), anEmail()];
    const { report } = await aNotifyingProject(node, ada, { emails });
    await report();
    for (const email of emails) {
      await endWait(node, email);
      expect((await mailbox.next(email)).to).toMatchObject([{ address: email }]);
      expect(mailbox.waiting(email)).toEqual([]);
    }
  });

  it('goes once to an address that is listed twice in different case', async () => {
    const email = anEmail();
    const { report } = await aNotifyingProject(node, ada, { emails: [email, email.toUpperCase()] });
    await report();
    await endWait(node, email);
    await mailbox.next(email);
    await noPendingEmail(node, email);
    expect(mailbox.waiting(email.toUpperCase())).toEqual([]);
  });

  it('lets a report neither mark it up, nor forge its head or its lines', async () => {
    const { email, report } = await aNotifyingProject(node, ada, {
      name: '<i>Shop</i>\nBcc: eve@example.com',
    });
    await report({
      title: 'Oops\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script>\u202e\u2028"><img src=x>',
      description:
        '</blockquote><a href="https://evil.example">Open bug</a>\r\nOpen bug: https://evil.example',
    });
    await endWait(node, email);
    const mail = await mailbox.next(email);
    expect(mail.subject).toBe(
      'New bug in <i>Shop</i> Bcc: eve@example.\u200bcom: Oops Bcc: eve@example.com <script>alert(1)</script> "><img src=x>',
    );
    expect([mail.bcc, mail.cc]).toEqual([undefined, undefined]);
    expect(mail.html).not.toMatch(/<script|<img|<i>|evil\.example"/);
    expect(mail.text).not.toMatch(/^(Bcc|<script|Open bug: https:\/\/evil)/m);
    expect(mail.text).toContain('> Open bug: https:\u200b//evil.\u200bexample');
    expect(mailbox.waiting('eve@example.com')).toEqual([]);
  });

  it.each(['\r\n', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'quotes each line of a description that %j ends',
    async (lineEnd) => {
      const { email, report } = await aNotifyingProject(node, ada);
      const lines = ['I press "Pay".', '', '  at Cart.pay', 'Nothing'];
      await report({ title: 'Cart', description: lines.join(lineEnd) });
      await endWait(node, email);
      const { text, html } = await mailbox.next(email);
      expect(text).toContain('> Cart\n\n> I press "Pay".\n> \n>   at Cart.\u200bpay\n> Nothing\n\n');
      expect(html).toContain('I press &quot;Pay&quot;.\n\n  at Cart.\u200bpay\nNothing</blockquote>');
    },
  );

  it('keeps long texts short', async () => {
    const { email, report } = await aNotifyingProject(node, ada, { name: 'p'.repeat(200) });
    await report({ title: '🐝'.repeat(500), description: 'd'.repeat(10_000) });
    await endWait(node, email);
    const mail = await mailbox.next(email);
    expect([...(mail.subject ?? '')].length).toBeLessThanOrEqual(200);
    expect(mail.subject).toMatch(/^New bug in p{79}…: 🐝{99}…$/u);
    const excerpt = mail.text?.match(/^> d.*$/gm)?.map((row) => row.slice(2));
    expect(excerpt?.join('')).toBe(`${'d'.repeat(399)}…`);
    expect(excerpt?.map(({ length }) => length)).toEqual([76, 76, 76, 76, 76, 20]);
  });
});

describe('flood control', () => {
  it('sends the first mail in a moment and the next one a minute later, about all that came meanwhile', async () => {
    const { email, report } = await aNotifyingProject(node, ada, { name: 'Shop' });
    await report({ title: 'The first' });
    await expect.poll(async () => (await waitingJob(node, email))?.seconds).toBeLessThanOrEqual(3);
    await endWait(node, email);
    expect((await mailbox.next(email)).subject).toBe('New bug in Shop: The first');
    await expect.poll(async () => (await waitingJob(node, email))?.seconds).toBeGreaterThan(50);

    const ids: number[] = [];
    for (let n = 1; n <= 25; n++)
      ids.push(await report({ title: `Further ${n}`, severity: n <= 2 ? 'critical' : 'low' }));
    await eventsDispatched(node, ids.at(-1) as number);
    expect((await waitingJob(node, email))?.seconds).toBeGreaterThan(50);
    expect(mailbox.waiting(email)).toEqual([]);

    await endWait(node, email);
    const digest = await mailbox.next(email);
    expect(digest.subject).toBe('25 new bugs in Shop');
    const listed = [...(digest.text ?? '').matchAll(/^"Further (\d+)" \((\w+)\): (.+)$/gm)];
    expect(listed.map(([, n]) => Number(n))).toEqual([
      2,
      1,
      ...Array.from({ length: 18 }, (_, index) => 25 - index),
    ]);
    expect(listed[0]?.slice(2)).toEqual(['critical', `https://bugs.example/bugs/${ids[1]}`]);
    expect(digest.text).toContain('\n\nAnd 5 more.\n\n');
    expect(digest.html).toContain(`<a href="https://bugs.example/bugs/${ids[1]}"`);
    expect(digest.text).not.toContain('The first');

    await noPendingEmail(node, email);
    expect(mailbox.waiting(email)).toEqual([]);
  });

  it('begins anew after a minute without bugs', async () => {
    const { email, report } = await aNotifyingProject(node, ada);
    for (const title of ['One', 'Two']) {
      await report({ title });
      await endWait(node, email);
      expect((await mailbox.next(email)).subject).toBe(`New bug in Website: ${title}`);
      await noPendingEmail(node, email);
    }
  });

  it('leaves nothing behind of what everybody has been told', async () => {
    const { id, email, report } = await aNotifyingProject(node, ada);
    await report();
    await endWait(node, email);
    await mailbox.next(email);
    await noPendingEmail(node, email);
    const left = node.db.selectFrom('bug_notices').selectAll().where('project_id', '=', id);
    expect(await left.execute()).toEqual([]);
  });
});

describe('nobody is told', () => {
  it('when the project has no addresses', async () => {
    const { id, report } = await aNotifyingProject(node, ada, { emails: [] });
    await eventsDispatched(node, await report());
    const notices = node.db.selectFrom('bug_notices').selectAll().where('project_id', '=', id);
    expect(await notices.execute()).toEqual([]);
  });

  it('of spam, and of what has been deleted', async () => {
    const { email, report } = await aNotifyingProject(node, ada);
    const [spam, deleted] = [await report(), await report()];
    await eventsDispatched(node, deleted);
    await ada.api.patch(`/api/v1/bugs-admin/${spam}`, { status: 'spam' });
    expect((await ada.api.delete(`/api/v1/bugs-admin/${deleted}`)).status).toBe(204);
    await noPendingEmail(node, email);
    expect(mailbox.waiting(email)).toEqual([]);
  });

  it('who has been taken off the list meanwhile', async () => {
    const [staying, leaving] = [anEmail(), anEmail()];
    const { change, report } = await aNotifyingProject(node, ada, { emails: [staying, leaving] });
    await eventsDispatched(node, await report());
    await change({ notification_emails: [staying] });
    await endAllWaits(node);
    expect(mailbox.waiting(staying)).toHaveLength(1);
    expect(mailbox.waiting(leaving)).toEqual([]);
  });

  it('of bugs that came before they were on the list', async () => {
    const [first, second] = [anEmail(), anEmail()];
    const { change, report } = await aNotifyingProject(node, ada, { emails: [first] });
    await eventsDispatched(node, await report({ title: 'Before' }));
    await change({ notification_emails: [first, second] });
    await report({ title: 'After' });
    await endWait(node, second);
    expect((await mailbox.next(second)).subject).toBe('New bug in Website: After');
  });

  it('when the project has been deleted', async () => {
    const { path, email, report } = await aNotifyingProject(node, ada);
    await eventsDispatched(node, await report());
    expect((await ada.api.delete(path)).status).toBe(204);
    await endAllWaits(node);
    expect(mailbox.waiting(email)).toEqual([]);
  });
});
