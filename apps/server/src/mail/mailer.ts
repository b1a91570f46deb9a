import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { requireResolvable } from '../dns/lookup.ts';
import type { Metrics } from '../metrics/metrics.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Without SMTP_URL, emails are written to the log. */
export function createMailer(config: Config, log: Logger, metrics: Metrics): Mailer {
  const mailer = openMailer(config, log);
  return {
    async send(mail) {
      await mailer.send(mail).catch((error) => {
        metrics.mails.inc({ outcome: 'failed' });
        throw error;
      });
      metrics.mails.inc({ outcome: 'sent' });
    },
    close: mailer.close,
  };
}

export function openMailer(config: Config, log: Logger): Mailer {
  if (!config.smtpUrl) {
    return {
      send: async ({ to, subject, text }) =>
        log.info({ to, subject, text }, 'email not sent: SMTP_URL is not set'),
      close: () => {},
    };
  }
  const server = new URL(config.smtpUrl);
  const transport = createTransport({
    url: config.smtpUrl,
    requireTLS: config.smtpRequireTls,
    pool: true,
    // As many as concurrent jobs: an email waiting for a connection could outlast its job's lease.
    maxConnections: 10,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async send({ to, headers, ...mail }) {
      await requireResolvable(server);
      await transport.sendMail({
        from: config.mailFrom,
        // As an object, because a string would be parsed and could contain several addresses.
        to: { name: '', address: to },
        ...mail,
        // Suppresses automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      });
    },
    close: () => transport.close(),
  };
}

interface SendError {
  code?: string;
  syscall?: string;
  timeoutType?: string;
  responseCode?: number;
}

/** Whether the server may have accepted an email although sending failed, because the connection broke or timed out. */
export function mayHaveArrived(error: unknown): boolean {
  const { code = '', syscall, timeoutType = 'SOCKET_TIMEOUT', responseCode } = error as SendError;
  const broke = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'].includes(code) && responseCode === undefined;
  return broke && syscall !== 'connect' && timeoutType === 'SOCKET_TIMEOUT';
}
