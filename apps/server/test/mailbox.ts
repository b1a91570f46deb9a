import { afterAll } from 'vitest';
import { type Mailbox, startMailServer } from './mail-server.ts';

export { linkIn, type Mailbox } from './mail-server.ts';

/** Starts a mail server, which is stopped at the end of the file. */
export async function startMailbox(): Promise<Mailbox> {
  const mailbox = await startMailServer();
  afterAll(mailbox.close);
  return mailbox;
}
