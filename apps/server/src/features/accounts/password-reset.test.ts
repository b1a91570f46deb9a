import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anAddress, anAssistant, anEmail, aPerson } from '../../../test/builders.ts';
import { secretKey, startService } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { linkIn, startMailbox } from '../../../test/mailbox.ts';
import { issueAccessToken } from '../../auth/access-tokens.ts';

const mailbox = await startMailbox();
const node = await startService({ SMTP_URL: mailbox.url, MAIL_FROM: 'Skep <skep@example.com>' });

const ask = (email: string, address = anAddress()) =>
  node.anyone.post('/api/v1/auth/password-reset', { email }, { 'x-forwarded-for': address });
const confirm = (token: unknown, password: unknown = 'a better horse battery', address = anAddress()) =>
  node.anyone.post(
    '/api/v1/auth/password-reset/confirm',
    { token, password },
    { 'x-forwarded-for': address },
  );
const logIn = (email: string, password: string) =>
  node.anyone.post('/api/v1/auth/login', { email, password }, { 'x-forwarded-for': anAddress() });

async function askedToken(email: string): Promise<string> {
  await ask(email);
  const link = linkIn(await mailbox.next(email));
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
}

/** Waits until no email job is left. */
async function allJobsDone(): Promise<void> {
  const waiting = () =>
    node.db.selectFrom('jobs').select('id').where('kind', '=', 'send-password-reset').execute();
  await expect.poll(waiting).toEqual([]);
}

describe('asking for a reset', () => {
  it('sends a mail with a link, as text and as HTML', async () => {
    const { email } = await aPerson(node);
    const answer = await ask(email.toUpperCase());
    expect([answer.status, answer.body]).toEqual([202, { status: 'accepted' }]);
    const mail = await mailbox.next(email);
    expect(mail.from).toMatchObject({ name: 'Skep', address: 'skep@example.com' });
    expect(mail.subject).toBe('Reset your Skep password');
    const link = linkIn(mail);
    expect(link).toMatch(/^http:\/\/localhost:\d+\/reset-password#token=/);
    expect(mail.html).toContain(link);
  });

  it('answers an unknown address with the same words and sends nothing', async () => {
    const email = anEmail();
    const answer = await ask(email);
    expect([answer.status, answer.body]).toEqual([202, { status: 'accepted' }]);
    await allJobsDone();
    expect(mailbox.waiting(email)).toEqual([]);
  });

  it('sends at most three mails an hour to one account', async () => {
    const { email } = await aPerson(node);
    for (let count = 0; count < 5; count++) {
      expect((await ask(email)).status).toBe(202);
      await allJobsDone();
    }
    expect(mailbox.waiting(email)).toHaveLength(3);
  });

  it('is accepted but not acted on when one address asks too often', async () => {
    const address = anAddress();
    for (let count = 0; count < 20; count++) await ask(anEmail(), address);
    const { email } = await aPerson(node);
    expect((await ask(email, address)).status).toBe(202);
    await allJobsDone();
    expect(mailbox.waiting(email)).toEqual([]);
  });

  it('keeps the token out of the database and the log', async () => {
    const person = await aPerson(node);
    const token = await askedToken(person.email);
    const { rows } = await node.db
      .selectFrom('password_resets')
      .selectAll()
      .execute()
      .then((rows) => ({ rows }));
    expect(JSON.stringify([rows, node.logs])).not.toContain(token.split('.')[1]);
  });
});

describe('confirming a reset', () => {
  it('sets the password, answers a session, and ends the old password and its sessions', async () => {
    const person = await aPerson(node);
    const answer = await confirm(await askedToken(person.email));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      started_clean: true,
    });
    const me = await node.anyone.get('/api/v1/me', { authorization: `Bearer ${answer.body.access_token}` });
    expect(me.body).toMatchObject({ id: person.id });
    expect((await logIn(person.email, person.password)).status).toBe(401);
    expect((await logIn(person.email, 'a better horse battery')).status).toBe(200);
    expect((await person.api.get('/api/v1/me')).status).toBe(401);
  });

  it('ends a session that began in the same second', async () => {
    const { id, email } = await aPerson(node);
    const token = await askedToken(email);
    const release = await hold(node, (trx) =>
      sql`select from users where id = ${id} for update`.execute(trx),
    );
    const confirming = confirm(token);
    await whenBlocked(node);
    const clock = async () => {
      const { rows } = await sql<{ now: number }>`
        select extract(epoch from clock_timestamp())::float8 as now`.execute(node.db);
      return rows[0]?.now as number;
    };
    // Early in a second, so that the reset is probably confirmed within the same second.
    await expect.poll(async () => (await clock()) % 1, { interval: 20 }).toBeLessThan(0.3);
    const read_at = Math.floor(await clock());
    const session = await issueAccessToken(secretKey, { id, tokens_valid_from: 0, read_at });
    const me = () => node.anyone.get('/api/v1/me', { authorization: `Bearer ${session}` });
    expect((await me()).status).toBe(200);
    await release();
    expect((await confirming).status).toBe(200);
    expect((await me()).status).toBe(401);
  });

  it('works once, also when it is tried several times at once', async () => {
    const { email } = await aPerson(node);
    const token = await askedToken(email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });

  it('uses up every other link of the account', async () => {
    const { email } = await aPerson(node);
    const [first, second] = [await askedToken(email), await askedToken(email)];
    expect((await confirm(second)).status).toBe(200);
    expect((await confirm(first)).status).toBe(422);
  });

  it('is refused when the password has been changed since the mail', async () => {
    const { email, password, api } = await aPerson(node);
    const token = await askedToken(email);
    const change = { password: 'a changed horse battery', current_password: password };
    expect((await api.patch('/api/v1/me', change)).status).toBe(200);
    expect((await confirm(token)).status).toBe(422);
    expect((await logIn(email, 'a changed horse battery')).status).toBe(200);
  });

  it('leaves one in force of a reset and a change that come together', async () => {
    for (let round = 0; round < 5; round++) {
      const { email, password, api } = await aPerson(node);
      const token = await askedToken(email);
      const change = { password: 'a changed horse battery', current_password: password };
      const [reset] = await Promise.all([confirm(token), api.patch('/api/v1/me', change)]);
      expect([200, 422]).toContain(reset.status);
      const logins = [logIn(email, 'a better horse battery'), logIn(email, 'a changed horse battery')];
      expect((await Promise.all(logins)).map(({ status }) => status).sort()).toEqual([200, 401]);
      expect((await confirm(token)).status).toBe(422);
    }
  });

  it('is not undone by a change that was confirmed with the old password', async () => {
    const { id, email, password, api } = await aPerson(node);
    const token = await askedToken(email);
    const release = await hold(node, (trx) =>
      sql`select from users where id = ${id} for update`.execute(trx),
    );
    const resetting = confirm(token);
    await whenBlocked(node);
    const change = { password: 'a changed horse battery', current_password: password };
    const changing = api.patch('/api/v1/me', change);
    await whenBlocked(node, 2);
    await release();
    expect((await resetting).status).toBe(200);
    expect((await changing).status).toBe(401);
    expect((await logIn(email, 'a better horse battery')).status).toBe(200);
  });

  it('ends the MCP tokens of the account, also when its address was proved before', async () => {
    const person = await aPerson(node);
    for (let round = 0; round < 2; round++) {
      const reset = await confirm(await askedToken(person.email));
      const api = node.anyone.with({ authorization: `Bearer ${reset.body.access_token}` });
      const assistant = await anAssistant(node, { api });
      expect((await assistant.api.get('/api/v1/mcp/token')).status).toBe(200);
      await confirm(await askedToken(person.email));
      expect((await assistant.api.get('/api/v1/mcp/token')).status).toBe(401);
      await node.db.deleteFrom('password_resets').execute();
    }
  });

  it('can be tried ten times a minute from one address', async () => {
    const [address, { email }] = [anAddress(), await aPerson(node)];
    const token = await askedToken(email);
    for (let count = 0; count < 10; count++)
      expect((await confirm('1.guess', 'a better horse battery', address)).status).toBe(422);
    const answer = await confirm(token, 'a better horse battery', address);
    expect([answer.status, answer.body]).toEqual([429, { detail: 'Rate limit exceeded: 10 per minute' }]);
    expect((await confirm(token)).status).toBe(200);
  });

  it('is refused after an hour', async () => {
    const { email } = await aPerson(node);
    const token = await askedToken(email);
    const id = Number(token.split('.')[0]);
    await node.db
      .updateTable('password_resets')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    const answer = await confirm(token);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toBe('token: is invalid or expired. Request a new password reset.');
  });

  it('is refused with a token that was changed, made for another purpose, or made up', async () => {
    const { email } = await aPerson(node);
    const token = await askedToken(email);
    const [id, signature = ''] = token.split('.');
    const changed = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    for (const bad of [
      `${Number(id) + 1}.${signature}`,
      `${id}.${changed}`,
      `${id}.`,
      'x',
      `${id}.${'é'.repeat(43)}`,
    ]) {
      expect((await confirm(bad)).status).toBe(422);
    }
    expect((await confirm(token, 'short')).status).toBe(422);
    expect((await confirm(token)).status).toBe(200);
  });
});

describe('without a mail server', () => {
  it('the mail is written to the log', async () => {
    const quiet = await startService();
    const { email } = await aPerson(quiet);
    await quiet.anyone.post('/api/v1/auth/password-reset', { email });
    await expect
      .poll(() => quiet.logs.find(({ to, subject }) => to === email && /^Reset/.test(String(subject))))
      .toMatchObject({
        subject: 'Reset your Skep password',
        text: expect.stringContaining('/reset-password#token='),
      });
  });
});

describe('with a mail server that is away', () => {
  it('the mail is tried again and the limit does not count the failure', async () => {
    const away = await startService({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const { email } = await aPerson(away);
    await away.anyone.post('/api/v1/auth/password-reset', { email });
    const job = () =>
      away.db.selectFrom('jobs').selectAll().where('kind', '=', 'send-password-reset').executeTakeFirst();
    await expect.poll(async () => (await job())?.last_error).toContain('ECONNREFUSED');
    expect((await job())?.attempts).toBe(1);
    expect(await away.db.selectFrom('password_resets').selectAll().execute()).toEqual([]);
  });
});
