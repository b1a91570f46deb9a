import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** A mail server that keeps all emails. */
export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  /** Returns and removes the oldest email to this address. Waits if there is none. */
  next(to: string): Promise<Email>;
  /** The verification email of a sign-up. Kept separately, because most tests sign users up. */
  verification(to: string): Promise<Email>;
  /** Unread emails to this address. */
  waiting(to: string): Email[];
  /** All unread emails to this address, including verification emails. */
  everything(to: string): Email[];
  /** Addresses whose emails are rejected. */
  refused: Set<string>;
  /** Runs after an email was received and before it is acknowledged. */
  beforeAnswer: Map<string, () => Promise<'answer' | 'break off'>>;
  close(): Promise<void>;
}

interface Delivery {
  recipients: string[];
  mail: Email;
}

const maxWaitMs = 60_000;

export async function startMailServer(): Promise<Mailbox> {
  const deliveries: Delivery[] = [];
  const refused = new Set<string>();
  const beforeAnswer: Mailbox['beforeAnswer'] = new Map();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(refused.has(address) ? new Error('No such mailbox here') : null);
    },
    onData(stream, session, done) {
      receive(stream, session)
        .then((delivery) => take(delivery, session))
        .then(() => done(), done);
    },
  });

  async function take(delivery: Delivery, { id }: SMTPServerSession): Promise<void> {
    deliveries.push(delivery);
    for (const address of delivery.recipients) {
      if ((await beforeAnswer.get(address)?.()) !== 'break off') continue;
      for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  const waitingFor = (to: string, isWanted = isNoVerification) =>
    deliveries.filter(({ recipients, mail }) => recipients.includes(to) && isWanted(mail));

  async function next(to: string, isWanted = isNoVerification): Promise<Email> {
    const end = Date.now() + maxWaitMs;
    for (;;) {
      const [oldest] = waitingFor(to, isWanted);
      if (oldest) {
        deliveries.splice(deliveries.indexOf(oldest), 1);
        return oldest.mail;
      }
      if (Date.now() > end) throw new Error(`No mail to ${to} arrived within ${maxWaitMs} ms.`);
      await sleep(10);
    }
  }

  const waiting = (to: string) => waitingFor(to).map(({ mail }) => mail);
  const verification = (to: string) => next(to, (mail) => !isNoVerification(mail));
  const everything = (to: string) => waitingFor(to, () => true).map(({ mail }) => mail);
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: (to) => next(to),
    verification,
    waiting,
    everything,
    refused,
    beforeAnswer,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const isNoVerification = ({ subject }: Email) => subject !== 'Verify your email address for Skep';

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Delivery> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return {
    recipients: session.envelope.rcptTo.map(({ address }) => address),
    mail: await PostalMime.parse(Buffer.concat(chunks)),
  };
}

/** The first URL in the email's text. */
export function linkIn(mail: Email): string {
  const [link] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? [];
  if (!link) throw new Error(`The mail holds no link: ${mail.text}`);
  return link;
}
