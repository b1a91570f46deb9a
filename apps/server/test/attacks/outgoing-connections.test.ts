import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// Requests to user-supplied URLs go through one client, which checks the target (features/webhooks/delivery/client). Any other
// outgoing connection must be listed here with a reason.

const source = fileURLToPath(new URL('../../src/', import.meta.url));

const mayCallOut: Record<string, string> = {
  'db/': 'the database, from DATABASE_URL',
  'start/': 'the database, from DATABASE_URL',
  'storage/s3': 'the S3 store, from S3_ENDPOINT',
  'features/accounts/oauth/': 'the sign-in providers, from GITHUB_URL and GOOGLE_ISSUER',
  'features/webhooks/delivery/client.ts': 'webhooks, to public addresses only',
  'dns/': 'name servers, for all of these',
  'mail/mailer.ts': 'the mail server, from SMTP_URL',
  'admin/doctor/mail.ts': 'the mail server, from SMTP_URL',
  'tracing/tracer.ts': 'the collector of traces, from OTEL_EXPORTER_OTLP_ENDPOINT',
  'openapi/docs/script.ts': 'the service itself, from the browser that shows its documentation',
  'admin/doctor/proxy.ts': 'the service itself as others reach it, from BASE_URL',
};

/** Modules and packages that open connections. */
const callsOut =
  /from '(?:node:)?(?:https?|net|tls|dgram|dns|undici|nodemailer|aws4fetch|openid-client|@opentelemetry\/exporter-trace-otlp-http)(?:\/promises)?'|(?<![\w.])fetch\(|new WebSocket\(/;

it('only named places open connections', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const calling = files.filter((file) =>
    readFileSync(source + file, 'utf8')
      .split('\n')
      .some((line) => callsOut.test(line) && !line.startsWith('import type') && !servesOnly.test(line)),
  );
  const strangers = calling.filter(
    (file) => !Object.keys(mayCallOut).some((place) => file.startsWith(place)),
  );
  expect(strangers, 'Add the place and whose address it calls, or use the client of webhooks.').toEqual([]);
  for (const place of Object.keys(mayCallOut))
    expect(
      files.some((file) => file.startsWith(place)),
      place,
    ).toBe(true);
});

/** Imports that only serve or parse. */
const servesOnly =
  /import \{ (?:(?:type \w+|STATUS_CODES|isIP|isIPv4|isIPv6|BlockList|SocketAddress|createServer),? ?)+ \}/;
