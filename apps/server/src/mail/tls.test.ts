import { describe, expect, it } from 'vitest';
import { startMailbox } from '../../test/mailbox.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { openMailer } from './mailer.ts';

const mailbox = await startMailbox();
const message = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

/** The same server under an IP address not known as local. */
const elsewhere = mailbox.url.replace('127.0.0.1', '0.0.0.0');

async function send(settings: Record<string, string>): Promise<void> {
  const mailer = openMailer(readConfig({ ...settings }), createLog('silent'));
  await mailer.send(message).finally(mailer.close);
}

describe('a mail server that offers no TLS', () => {
  it('gets no mail when it is another host', async () => {
    await expect(send({ SMTP_URL: elsewhere })).rejects.toThrow(/STARTTLS/);
    expect(mailbox.everything(message.to)).toEqual([]);
  });

  it('gets mail when the operator allows it', async () => {
    await send({ SMTP_URL: elsewhere, SMTP_ALLOW_PLAINTEXT: 'true' });
    expect((await mailbox.next(message.to)).subject).toBe('Hello');
  });

  it('gets mail when it is on this machine', async () => {
    await send({ SMTP_URL: mailbox.url });
    await send({ SMTP_URL: mailbox.url.replace('127.0.0.1', 'localhost') });
    expect(mailbox.everything(message.to)).toHaveLength(2);
  });
});
