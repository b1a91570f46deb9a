import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { demandName } from '../names/look-up.ts';

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

/** Without a mail server the text of each mail is written to the log, where the person who set it up finds it. */
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
      send: async ({ to, subject, text }) => log.info({ to, subject, text }, 'mail (SMTP_URL is not set)'),
      close: () => {},
    };
  }
  const server = new URL(config.smtpUrl);
  const transport = createTransport({
    url: config.smtpUrl,
    requireTLS: config.smtpRequireTls,
    pool: true,
    // There are as many as jobs that run at once: a mail that waited for a connection could outlast the lease of its job.
    maxConnections: 10,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async send({ to, headers, ...mail }) {
      await demandName(server);
      await transport.sendMail({
        from: config.mailFrom,
        // Given as one address: text would be parsed, and could name several.
        to: { name: '', address: to },
        ...mail,
        // Asks machines that answer mails, such as holiday notes, not to.
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

/** Whether the mail server may have accepted a mail although sending it failed: the connection broke or fell silent. */
export function mayHaveArrived(error: unknown): boolean {
  const { code = '', syscall, timeoutType = 'SOCKET_TIMEOUT', responseCode } = error as SendError;
  const broke = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'].includes(code) && responseCode === undefined;
  return broke && syscall !== 'connect' && timeoutType === 'SOCKET_TIMEOUT';
}
