import type { Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { aBug, anEmail, aPerson, aProject, aVerifiedPerson } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';
import { startMailbox } from '../../test/mailbox.ts';
import { aNotifyingProject, endAllWaits, endWait, eventsDispatched } from '../../test/notifications.ts';
import { startReceiver } from '../../test/webhook-receiver.ts';
import { aWebhook } from '../../test/webhooks.ts';

const mailbox = await startMailbox();
const node = await startService({
  SMTP_URL: mailbox.url,
  BASE_URL: 'https://bugs.example',
  WEBHOOK_ALLOW_PRIVATE: 'true',
});

const breaks = ['\r\n', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const turns = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202d', '\u202e', '\u2066', '\u2068'];

/** A valid name or title that tries to forge parts of an email. */
const forged = [
  'See https://evil.example/x or www.evil.example" and click',
  ...breaks.map((end) => `${end}FORGED`),
  ...turns,
  '\u0007\u001b',
].join('');

/** Triggers each email that contains untrusted text. */
const emails: Record<string, () => Promise<Email>> = {
  async 'an invitation'() {
    const email = anEmail();
    const owner = await aVerifiedPerson(node, { name: forged, team_name: forged });
    expect((await owner.api.post(`/api/v1/teams/${owner.teamId}/members`, { email })).status).toBe(202);
    return mailbox.next(email);
  },
  async 'a webhook that was switched off'() {
    const owner = await aPerson(node);
    const project = await aProject(owner, { name: forged });
    const receiver = await startReceiver();
    receiver.answer(410);
    await aWebhook(owner, project, { url: receiver.url });
    await aBug(node, project);
    return mailbox.next(owner.email);
  },
  async 'a new bug'() {
    const { email, report } = await aNotifyingProject(node, await aPerson(node), { name: forged });
    await report({ title: forged, description: forged });
    await endWait(node, email);
    return mailbox.next(email);
  },
  async 'several new bugs'() {
    const { email, report } = await aNotifyingProject(node, await aPerson(node), { name: forged });
    await report({ title: forged });
    await eventsDispatched(node, await report({ title: forged }));
    await endWait(node, email);
    return mailbox.next(email);
  },
  async 'a resolved bug'() {
    const owner = await aPerson(node);
    const { report } = await aNotifyingProject(node, owner, { emails: [], notify_reporters: true });
    const email = anEmail();
    const bugId = await report({ title: forged, reporter_email: email });
    await owner.api.patch(`/api/v1/bugs-admin/${bugId}`, { status: 'resolved' });
    await eventsDispatched(node, bugId);
    await endAllWaits(node);
    return mailbox.next(email);
  },
  async 'several resolved bugs'() {
    const owner = await aPerson(node);
    const { report } = await aNotifyingProject(node, owner, { emails: [], notify_reporters: true });
    const email = anEmail();
    const ids = [
      await report({ title: forged, reporter_email: email }),
      await report({ title: forged, reporter_email: email }),
    ];
    await owner.api.post('/api/v1/bugs-admin/bulk', { ids, operation: 'set_status', value: 'resolved' });
    for (const id of ids) await eventsDispatched(node, id);
    await endAllWaits(node);
    return mailbox.next(email);
  },
  async 'consent to mails'() {
    const [owner, email] = [await aPerson(node), anEmail()];
    const { id } = await aProject(owner, { name: forged });
    const listed = await owner.api.patch(`/api/v1/projects/${id}`, { notification_emails: [email] });
    expect(listed.status).toBe(200);
    return mailbox.next(email);
  },
};

/** As any mail client might count them. */
const linesOf = (text = '') => text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);

describe.each(Object.keys(emails))('in a letter about %s', (name) => {
  let written: Promise<Email> | undefined;
  const read = () => {
    written ??= (emails[name] as () => Promise<Email>)();
    return written;
  };

  it('what others wrote begins no line of ours', async () => {
    const { subject, text, html } = await read();
    expect(text).toContain('FORGED');
    for (const line of [...linesOf(text), ...linesOf(subject)]) expect(line).not.toMatch(/^\s*FORGED/);
    const outsideQuotes = html?.replace(/<blockquote.*?<\/blockquote>/gs, '');
    for (const line of linesOf(outsideQuotes)) expect(line).not.toMatch(/^\s*FORGED/);
  });

  it('what others wrote is readable, and turns nothing round', async () => {
    const { subject, text, html } = await read();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that they are gone is what is asserted
    const unseen = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
    for (const part of [subject, text, html]) expect(part).not.toMatch(unseen);
    expect([...(subject ?? '')].length).toBeLessThanOrEqual(200);
  });

  it('nothing but what we link to is a link', async () => {
    const { subject = '', text = '', html = '' } = await read();
    const shown = html.replace(/<[^>]*>/g, '');
    expect(text).toContain('evil.\u200bexample');
    for (const part of [subject, text, html, shown]) expect(part).not.toMatch(/(:\/\/|www\.)\s*(www\.)?evil/);
    for (const [address] of text.matchAll(/https?:\/\/\S+/g))
      expect(address).toMatch(/^https:\/\/bugs\.example\//);
  });

  it('a name ends where its quotation marks do', async () => {
    const { text = '' } = await read();
    const unquoted = linesOf(text).filter((line) => !line.startsWith('> '));
    for (const line of unquoted)
      expect(
        line
          .split('"')
          .filter((_, n) => n % 2 === 0)
          .join(''),
      ).not.toMatch(/FORGED|evil/);
  });
});
