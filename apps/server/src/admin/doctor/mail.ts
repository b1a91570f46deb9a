import { createTransport } from 'nodemailer';
import { type Config, isLoopback } from '../../config.ts';
import { requireResolvable } from '../../dns/lookup.ts';
import { createLog } from '../../log.ts';
import { openMailer } from '../../mail/mailer.ts';
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts';

const stepMs = 5_000;

/** Connects and authenticates like the mailer. Sends an email only if `sendTo` is given. */
export async function checkMail(config: Config, sendTo: string | undefined): Promise<Finding[]> {
  const { smtpUrl, production } = config;
  if (!smtpUrl) return [withoutServer(production, sendTo)];
  const { hostname, username } = new URL(smtpUrl);
  try {
    const hasTls = await signInWithTls(config);
    const found = `${hostname} answers${username ? ', and the login is right' : ''}`;
    return [
      hasTls || isLoopback(hostname)
        ? ok(`${found}${hasTls ? '; TLS' : ''}`)
        : warning(`${found}, but without TLS`, 'Use smtps:, or let the server offer STARTTLS.'),
      ...checkSender(config),
      ...(sendTo === undefined ? [] : [await sendOne(config, sendTo)]),
    ];
  } catch (error) {
    const reason = reasonOf(error);
    const remedy = remedies.find(({ sign }) => sign.test(reason));
    return [problem(`${hostname} cannot be used: ${remedy?.meaning ?? reason}`, remedy?.advice ?? '')];
  }
}

/** Advice by error text. `meaning` replaces a message that only programmers understand. */
const remedies: { sign: RegExp; advice: string; meaning?: string }[] = [
  { sign: /Invalid login/, advice: 'Check user and password in SMTP_URL.' },
  { sign: /altnames/, advice: 'Use the name in SMTP_URL that the certificate has.' },
  {
    sign: /certificate/,
    advice:
      'Set NODE_EXTRA_CA_CERTS to a file with the certificate of whoever signed it, for the service too.',
  },
  {
    sign: /STARTTLS/,
    meaning: 'it offers no STARTTLS, which other hosts than this machine must',
    advice: 'Use smtps:, or set SMTP_ALLOW_PLAINTEXT=true in a network that nobody else can read.',
  },
  {
    sign: /wrong version number/,
    meaning: 'it speaks no TLS on that port',
    advice:
      'Use smtp: there, which goes on with TLS where it is offered, or the port for smtps: (usually 465).',
  },
  {
    sign: /Greeting never received/,
    meaning: 'it does not greet',
    advice:
      'Use smtps: on a port that wants TLS from the start (usually 465); else see what is at that port.',
  },
  { sign: /^/, advice: 'Check SMTP_URL, and that the server runs.' },
];

function withoutServer(production: boolean, sendTo: string | undefined): Finding {
  const found = 'SMTP_URL is not set: mails are written to the log';
  if (sendTo !== undefined) return problem(found, 'Set SMTP_URL to send mail.');
  return production ? warning(found, 'Set SMTP_URL, so that people get links and notifications.') : ok(found);
}

function checkSender({ mailFrom }: Config): Finding[] {
  if (!/@localhost\b/.test(mailFrom)) return [];
  return [
    warning(`Mails come from ${mailFrom}`, 'Set MAIL_FROM to an address that may send through this server.'),
  ];
}

/** Whether the server accepts the login over TLS. Without TLS is an option only where the operator allows it. */
async function signInWithTls(config: Config): Promise<boolean> {
  try {
    await signIn(config, true);
    return true;
  } catch (error) {
    if (config.smtpRequireTls || !/STARTTLS/.test(reasonOf(error))) throw error;
    await signIn(config, false);
    return false;
  }
}

async function signIn({ smtpUrl }: Config, requireTLS: boolean): Promise<void> {
  const url = smtpUrl as string;
  await requireResolvable(new URL(url));
  const transport = createTransport({
    url,
    requireTLS,
    dnsTimeout: stepMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
  });
  await transport.verify().finally(() => transport.close());
}

async function sendOne(config: Config, to: string): Promise<Finding> {
  const mailer = openMailer(config, createLog('silent'));
  const text = `This mail was sent by skep admin doctor for ${config.baseUrl}.`;
  try {
    await mailer.send({ to, subject: 'A mail from Skep', text, html: `<p>${text}</p>` });
    return ok(`A mail to ${to} was accepted`, 'See whether it arrives, and not among spam.');
  } catch (error) {
    return problem(
      `A mail to ${to} was refused: ${reasonOf(error)}`,
      'Check MAIL_FROM and the rights of the login.',
    );
  } finally {
    mailer.close();
  }
}
