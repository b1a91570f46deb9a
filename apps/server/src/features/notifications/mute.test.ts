import { describe, expect, it } from 'vitest';
import { anEmail, aPerson } from '../../../test/builders.ts';
import type { Answer } from '../../../test/client.ts';
import { aBaseUrl, secretKey, startService } from '../../../test/harness.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import {
  aNotifyingProject,
  endAllWaits,
  endWait,
  eventsDispatched,
  headerOf,
  type NotifyingProject,
} from '../../../test/notifications.ts';
import { everythingStored, unknownId } from '../../../test/samples.ts';
import { signLink } from '../../auth/signed-links.ts';

const mailbox = await startMailbox();
const baseUrl = await aBaseUrl();
const node = await startService({ SMTP_URL: mailbox.url, BASE_URL: baseUrl });
const ada = await aPerson(node);

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = 'List-Unsubscribe=One-Click';

/** Reports a bug and returns the path of the mute link in its email. */
async function mailedPath({ email, report }: NotifyingProject): Promise<string> {
  await report();
  await endWait(node, email);
  const { text = '' } = await mailbox.next(email);
  return /Unsubscribe: (\S+)/.exec(text)?.[1]?.replace(baseUrl, '') ?? '';
}

interface Listed {
  email: string;
  muted: boolean;
}

const mutedIn = async ({ path }: NotifyingProject) => {
  const listed: Listed[] = (await ada.api.get(path)).body.notification_addresses;
  return listed.filter(({ muted }) => muted).map(({ email }) => email);
};

/** The target path of the only button on the page. */
function buttonOf({ text }: Answer, path: string): string {
  const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(text) ?? [];
  return new URL(action, baseUrl + path).pathname;
}

function expectPage(answer: Answer, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(answer.text).not.toContain('<script');
}

describe('muting', () => {
  it('is one click in a mail program', async () => {
    const project = await aNotifyingProject(node, ada);
    const { email, report } = project;
    await report();
    await endWait(node, email);
    const mail = await mailbox.next(email);
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe(oneClick);
    const url = headerOf(mail, 'List-Unsubscribe')?.slice(1, -1) ?? '';
    expect(url).toMatch(new RegExp(`^${baseUrl}/api/v1/notifications/mute/[\\w.-]+$`));
    expect(mail.html).toContain(`href="${url}"`);
    const answer = await fetch(url, { method: 'POST', headers: form, body: oneClick, redirect: 'manual' });
    expect(answer.status).toBe(200);
    expect(await mutedIn(project)).toEqual([email]);
  });

  it('is taken in the other encoding of forms too', async () => {
    const project = await aNotifyingProject(node, ada);
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    const answer = await fetch(baseUrl + (await mailedPath(project)), { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(await mutedIn(project)).toEqual([project.email]);
  });

  it('ends the mails to this address about every project, and those to no other', async () => {
    const [muted, other] = [anEmail(), anEmail()];
    const project = await aNotifyingProject(node, ada, { emails: [muted, other] });
    const elsewhere = await aNotifyingProject(node, await aPerson(node), { emails: [muted, other] });
    await node.anyone.post(await mailedPath(project), oneClick, form);
    await eventsDispatched(node, await project.report({ title: 'Here' }));
    await eventsDispatched(node, await elsewhere.report({ title: 'There' }));
    await endAllWaits(node);
    expect(mailbox.waiting(muted)).toEqual([]);
    expect(mailbox.waiting(other).map(({ subject }) => subject)).toContain('New bug in Website: There');
    expect(await mutedIn(project)).toEqual([muted]);
  });

  it('stays when the address is taken off the list and put on again, there or elsewhere, in any spelling', async () => {
    const [email, witness] = [anEmail(), anEmail()];
    const project = await aNotifyingProject(node, ada, { emails: [email, witness] });
    await node.anyone.post(await mailedPath(project));
    const shouted = email.replace('person', 'PERSON');
    await project.change({ notification_emails: [] });
    await project.change({ notification_emails: [shouted, witness] });
    const elsewhere = await aNotifyingProject(node, await aPerson(node), { emails: [shouted, witness] });
    for (const { report } of [project, elsewhere]) await eventsDispatched(node, await report());
    await endAllWaits(node);
    expect(mailbox.waiting(witness).length).toBeGreaterThanOrEqual(2);
    expect([...mailbox.waiting(email), ...mailbox.waiting(shouted)]).toEqual([]);
    expect(await mutedIn(project)).toEqual([shouted]);
  });

  it('ends the mails about what was reported with the address, too', async () => {
    const project = await aNotifyingProject(node, ada, { notify_reporters: true });
    await node.anyone.post(await mailedPath(project));
    const witness = anEmail();
    for (const reporter_email of [project.email, witness]) {
      const bugId = await project.report({ reporter_email });
      await ada.api.patch(`/api/v1/bugs-admin/${bugId}`, { status: 'resolved' });
      await eventsDispatched(node, bugId);
    }
    await endAllWaits(node);
    expect(mailbox.waiting(witness)).toHaveLength(1);
    expect(mailbox.waiting(project.email)).toEqual([]);
  });

  it('holds for a mail that is waiting already', async () => {
    const project = await aNotifyingProject(node, ada);
    const path = await mailedPath(project);
    await project.change({ notify_reporters: true });
    const bugId = await project.report({ reporter_email: project.email });
    await ada.api.patch(`/api/v1/bugs-admin/${bugId}`, { status: 'resolved' });
    await eventsDispatched(node, bugId);
    await node.anyone.post(path, oneClick, form);
    await endAllWaits(node);
    expect(mailbox.waiting(project.email)).toEqual([]);
    await node.anyone.post(path.replace('/mute/', '/unmute/'));
    await endAllWaits(node);
    expect(mailbox.waiting(project.email)).toEqual([]);
  });

  it('is asked about on a page: looking at it mutes nobody', async () => {
    const project = await aNotifyingProject(node, ada);
    const path = await mailedPath(project);
    const asked = await node.anyone.get(path);
    expectPage(asked, 200);
    expect(asked.text).toContain(project.email);
    expect((await node.anyone.request('HEAD', path)).status).toBe(200);
    expect(await mutedIn(project)).toEqual([]);

    const muted = await node.anyone.post(buttonOf(asked, path), '', form);
    expectPage(muted, 200);
    expect(await mutedIn(project)).toEqual([project.email]);
    expect(buttonOf(await node.anyone.get(path), path)).toContain('/unmute/');

    const unmuted = await node.anyone.post(buttonOf(muted, path), '', form);
    expectPage(unmuted, 200);
    expect(await mutedIn(project)).toEqual([]);
    expect(buttonOf(unmuted, path)).toBe(path);
  });

  it('can be repeated, also without a body', async () => {
    const project = await aNotifyingProject(node, ada);
    const path = await mailedPath(project);
    for (let times = 0; times < 2; times++) expect((await node.anyone.post(path)).status).toBe(200);
    expect(await mutedIn(project)).toEqual([project.email]);
    const unmute = path.replace('/mute/', '/unmute/');
    for (let times = 0; times < 2; times++) expect((await node.anyone.post(unmute)).status).toBe(200);
    expect(await mutedIn(project)).toEqual([]);
  });
});

describe('after unmuting', () => {
  it('new bugs are told again, and not those that came meanwhile', async () => {
    const [email, witness] = [anEmail(), anEmail()];
    const project = await aNotifyingProject(node, ada, { emails: [email, witness] });
    const path = await mailedPath(project);
    await node.anyone.post(path);
    await eventsDispatched(node, await project.report({ title: 'Meanwhile' }));
    await node.anyone.post(path.replace('/mute/', '/unmute/'));
    await project.report({ title: 'Afterwards' });
    await endWait(node, email);
    expect((await mailbox.next(email)).subject).toBe('New bug in Website: Afterwards');
  });

  it('resolved bugs are told again, and not those that were resolved meanwhile', async () => {
    const project = await aNotifyingProject(node, ada, { notify_reporters: true });
    const path = await mailedPath(project);
    await node.anyone.post(path);
    const resolved = async (title: string) => {
      const bugId = await project.report({ title, reporter_email: project.email });
      await ada.api.patch(`/api/v1/bugs-admin/${bugId}`, { status: 'resolved' });
      await eventsDispatched(node, bugId);
    };
    await resolved('Meanwhile');
    await node.anyone.post(path.replace('/mute/', '/unmute/'));
    await project.change({ notification_emails: [] });
    await resolved('Afterwards');
    await endAllWaits(node);
    expect(mailbox.waiting(project.email).map(({ subject }) => subject)).toEqual(['Resolved: Afterwards']);
  });

  it('which the link in any earlier mail does, also when the address is on no list', async () => {
    const project = await aNotifyingProject(node, ada);
    const path = await mailedPath(project);
    await node.anyone.post(path);
    await project.change({ notification_emails: [] });
    const muted = await node.anyone.get(path);
    expectPage(muted, 200);
    expectPage(await node.anyone.post(buttonOf(muted, path), '', form), 200);
    await project.change({ notification_emails: [project.email] });
    expect(await mutedIn(project)).toEqual([]);
    await project.report();
    await endWait(node, project.email);
    expect((await mailbox.next(project.email)).subject).toContain('New bug');
  });
});

describe('a link that was not mailed', () => {
  it.each([
    'x',
    '1.',
    `1.${'a'.repeat(43)}`,
    `1.${'%C3%A9'.repeat(43)}`,
    signLink(secretKey, 'report', 1),
    signLink(secretKey, 'mail-address', unknownId),
    signLink(secretKey, 'mute', 1),
    signLink('a secret key of somebody else entirely', 'mail-address', 1),
  ])('shows a page with nothing on it and changes nothing: %s', async (token) => {
    const addresses = () => node.db.selectFrom('mail_addresses').selectAll().orderBy('id').execute();
    const before = await addresses();
    for (const route of ['GET mute', 'POST mute', 'POST unmute']) {
      const [method = '', action] = route.split(' ');
      const answer = await node.anyone.request(method, `/api/v1/notifications/${action}/${token}`);
      expectPage(answer, 404);
      expect(answer.text).not.toContain('example.com');
    }
    expect(before).not.toEqual([]);
    expect(await addresses()).toEqual(before);
  });
});

it('takes no body that is no form, and none that is large', async () => {
  const path = await mailedPath(await aNotifyingProject(node, ada));
  expect((await node.anyone.post(path, {})).status).toBe(415);
  expect((await node.anyone.post(path, 'x'.repeat(4096), form)).status).toBe(200);
  expect((await node.anyone.post(path, 'x'.repeat(4097), form)).status).toBe(413);
});

it('takes forms nowhere else', async () => {
  expect((await node.anyone.post('/api/v1/auth/login', 'email=a@example.com', form)).status).toBe(415);
  expect((await ada.api.post('/api/v1/projects', 'name=x', form)).status).toBe(415);
});

it('keeps the link out of the log and out of the database', async () => {
  const path = await mailedPath(await aNotifyingProject(node, ada));
  await node.anyone.get(path);
  const [, signature = path] = (path.split('/').at(-1) ?? '').split('.');
  await expect.poll(() => JSON.stringify(node.logs)).toContain('/api/v1/notifications/mute/:token');
  expect(JSON.stringify(node.logs)).not.toContain(signature);
  expect(await everythingStored(node)).not.toContain(signature);
});
