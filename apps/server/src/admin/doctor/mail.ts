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
    const found = `${hostname} responds${username ? ' and accepts the login' : ''}`;
    return [
      hasTls || isLoopback(hostname)
        ? ok(`${found}${hasTls ? '; TLS' : ''}`)
        : warning(`${found}, but without TLS`, 'Use smtps:, or enable STARTTLS on the server.'),
      ...checkSender(config),
      ...(sendTo === undefined ? [] : [await sendOne(config, sendTo)]),
    ];
  } catch (error) {
    const reason = reasonOf(error);
    const remedy = remedies.find(({ sign }) => sign.test(reason));
    return [problem(`${hostname} is not usable: ${remedy?.meaning ?? reason}`, remedy?.advice ?? '')];
  }
}

/** Advice by error text. `meaning` replaces a message that only programmers understand. */
const remedies: { sign: RegExp; advice: string; meaning?: string }[] = [
  { sign: /Invalid login/, advice: 'Check user and password in SMTP_URL.' },
  { sign: /altnames/, advice: 'Use the host name of the certificate in SMTP_URL.' },
  {
    sign: /certificate/,
    advice: 'Set NODE_EXTRA_CA_CERTS to a file with the CA certificate, also for the service.',
  },
  {
    sign: /STARTTLS/,
    meaning: 'it does not offer STARTTLS, which remote hosts must',
    advice: 'Use smtps:, or set SMTP_ALLOW_PLAINTEXT=true in a trusted network.',
  },
  {
    sign: /wrong version number/,
    meaning: 'it does not speak TLS on that port',
    advice: 'Use smtp:, which upgrades with STARTTLS, or the smtps: port (usually 465).',
  },
  {
    sign: /Greeting never received/,
    meaning: 'it sends no greeting',
    advice: 'Use smtps: on a TLS port (usually 465). Otherwise check what listens on that port.',
  },
  { sign: /^/, advice: 'Check SMTP_URL and that the server is running.' },
];

function withoutServer(production: boolean, sendTo: string | undefined): Finding {
  const found = 'SMTP_URL is not set: emails are written to the log';
  if (sendTo !== undefined) return problem(found, 'Set SMTP_URL to send email.');
  return production
    ? warning(found, 'Set SMTP_URL so that users receive links and notifications.')
    : ok(found);
}

function checkSender({ mailFrom }: Config): Finding[] {
  if (!/@localhost\b/.test(mailFrom)) return [];
  return [
    warning(`The sender of emails is ${mailFrom}`, 'Set MAIL_FROM to an address that this server accepts.'),
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
  const text = `This test email was sent by skep admin doctor for ${config.baseUrl}.`;
  try {
    await mailer.send({ to, subject: 'Test email from Skep', text, html: `<p>${text}</p>` });
    return ok(`The server accepted an email to ${to}`, 'Check that it arrives, and not as spam.');
  } catch (error) {
    return problem(
      `The server rejected an email to ${to}: ${reasonOf(error)}`,
      'Check MAIL_FROM and the permissions of the login.',
    );
  } finally {
    mailer.close();
  }
}
