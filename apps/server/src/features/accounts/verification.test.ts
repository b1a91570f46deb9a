import { describe, expect, it } from 'vitest';
import { anAssistant, aPerson, type Person } from '../../../test/builders.ts';
import { secretKey, startService } from '../../../test/harness.ts';
import { linkIn, startMailbox } from '../../../test/mailbox.ts';
import { everythingStored, expectRefused, expectSessionNeeded } from '../../../test/samples.ts';
import { signExpiringLink, signLink } from '../../auth/signed-links.ts';

const mailbox = await startMailbox();
const node = await startService({ SMTP_URL: mailbox.url, BASE_URL: 'https://bugs.example' });

const ask = '/api/v1/me/email-verification';
const confirm = ({ api }: Person, token: unknown) => api.post(`${ask}/confirm`, { token });
const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
const mailedToken = async ({ email }: Person) => tokenIn(linkIn(await mailbox.verification(email)));
const isVerified = async ({ api }: Person) => (await api.get('/api/v1/me')).body.email_verified;

/** Waits until no email job is left. */
const allJobsDone = () =>
  expect
    .poll(() =>
      node.db.selectFrom('jobs').select('id').where('kind', '=', 'send-email-verification').execute(),
    )
    .toEqual([]);

it('demands a session', () => expectSessionNeeded(node.anyone, [`POST ${ask}`, `POST ${ask}/confirm`]));

describe('signing up', () => {
  it('mails a link that proves the address, as text and as HTML', async () => {
    const { email } = await aPerson(node);
    const mail = await mailbox.verification(email);
    expect(mail.text).toContain('signed up for Skep with this email address');
    expect(linkIn(mail)).toMatch(/^https:\/\/bugs\.example\/verify-email#token=[\w.-]+$/);
    expect(mail.html).toContain(`href="${linkIn(mail)}"`);
  });

  it('stores nothing that opens the door', async () => {
    const signature = (await mailedToken(await aPerson(node))).split('.').at(-1) as string;
    expect(await everythingStored(node)).not.toContain(signature);
    expect(JSON.stringify(node.logs)).not.toContain(signature);
  });
});

describe('the link', () => {
  it('proves the address of whoever is signed in, and takes nothing away', async () => {
    const person = await aPerson(node);
    const assistant = await anAssistant(node, person);
    const token = await mailedToken(person);
    expect(await isVerified(person)).toBe(false);
    const answer = await confirm(person, token);
    expect([answer.status, answer.body]).toEqual([200, (await person.api.get('/api/v1/me')).body]);
    expect(answer.body.email_verified).toBe(true);
    expect((await assistant.api.get('/api/v1/mcp/token')).status).toBe(200);
    expect((await confirm(person, token)).status).toBe(200);
  });

  it('vouches for no other account, and not for its own from there', async () => {
    const [stranger, owner] = [await aPerson(node), await aPerson(node)];
    expectRefused(await confirm(owner, await mailedToken(stranger)), 'token');
    expect([await isVerified(stranger), await isVerified(owner)]).toEqual([false, false]);
  });

  it('changes nothing by being looked at', async () => {
    const person = await aPerson(node);
    const { pathname } = new URL(linkIn(await mailbox.verification(person.email)));
    await node.anyone.get(pathname, { accept: 'text/html' });
    expect(await isVerified(person)).toBe(false);
  });

  it('is refused when it is too old, changed, or made for another purpose', async () => {
    const person = await aPerson(node);
    const soon = new Date(Date.now() + 60_000);
    const [id, expires, signature = ''] = (await mailedToken(person)).split('.');
    const bad = [
      signExpiringLink(secretKey, 'email-verification', person.id, new Date(Date.now() - 1)),
      signExpiringLink(secretKey, 'attachment', person.id, soon),
      signExpiringLink('a secret key of somebody else entirely', 'email-verification', person.id, soon),
      signLink(secretKey, 'email-verification', person.id),
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.${signature.toUpperCase()}`,
      'x',
    ];
    for (const token of bad) expectRefused(await confirm(person, token), 'token');
    for (const token of [undefined, null, 5, '', ' ', 'x'.repeat(201)])
      expectRefused(await confirm(person, token), 'token');
    expect(await isVerified(person)).toBe(false);
  });
});

describe('asking for the link again', () => {
  it('sends another one, three times a day', async () => {
    const person = await aPerson(node);
    await mailedToken(person);
    for (let count = 0; count < 3; count++) {
      await allJobsDone();
      const answer = await person.api.post(ask);
      expect([answer.status, answer.body]).toEqual([202, { status: 'accepted' }]);
      await mailedToken(person);
    }
    const refused = await person.api.post(ask);
    expect([refused.status, refused.body]).toEqual([429, { detail: 'Rate limit exceeded: 3 per day' }]);
  });

  it('sends nothing to an address that is proved', async () => {
    const person = await aPerson(node);
    await confirm(person, await mailedToken(person));
    expect((await person.api.post(ask)).status).toBe(202);
    await allJobsDone();
    expect(mailbox.everything(person.email)).toEqual([]);
  });
});
