import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { plans } from '@skep/vocabulary';
import { splitHosts } from './db/servers.ts';
import type { TrustedProxies } from './http/client-ip.ts';
import type { MetricsAddress } from './metrics/server.ts';
import { readSecretKey } from './secret-key.ts';
import { StartError } from './start-error.ts';
import { readTracing } from './tracing/settings.ts';

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
  url: string;
}

export interface S3Config {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export const signupPolicies = ['open', 'invited', 'closed'] as const;
export type SignupPolicy = (typeof signupPolicies)[number];

export type Config = ReturnType<typeof readConfig>;

type Environment = Record<string, string | undefined>;

export function readConfig(env: Environment) {
  const port = readCount('PORT', env.PORT || '4000', 65_535);
  const mode = readChoice('NODE_ENV', env.NODE_ENV || 'development', ['development', 'production', 'test']);
  const production = mode === 'production';
  const config = {
    port,
    host: env.HOST || '127.0.0.1',
    baseUrl: readUrl('BASE_URL', env.BASE_URL || `http://localhost:${port}`, ['http:', 'https:']),
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
    postgresBin: env.POSTGRES_BIN ? resolve(env.POSTGRES_BIN) : null,
    // Connection poolers do not keep prepared statements.
    preparedStatements: readFlag(env, 'DATABASE_PREPARED_STATEMENTS', !env.DATABASE_URL),
    secretKey: readSecretKey(env.SECRET_KEY),
    production,
    workers: readCount('WORKERS', env.WORKERS || '1', 64),
    defaultPlan: readChoice('DEFAULT_PLAN', env.DEFAULT_PLAN || 'free', plans),
    signup: readChoice('SIGNUP', env.SIGNUP || 'open', signupPolicies),
    retentionDays: env.RETENTION_DAYS
      ? readCount('RETENTION_DAYS', env.RETENTION_DAYS, maxRetentionDays)
      : null,
    trustedProxies: readTrustedProxies(env.TRUSTED_PROXIES),
    webhookAllowPrivate: readFlag(env, 'WEBHOOK_ALLOW_PRIVATE', false),
    webhooksPerSecond: readCount('WEBHOOKS_PER_SECOND', env.WEBHOOKS_PER_SECOND || '50', 100_000),
    smtpRequireTls: readSmtpRequireTls(env),
    smtpUrl: env.SMTP_URL ? readUrl('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:']) : null,
    mailFrom: env.MAIL_FROM || 'Skep <skep@localhost>',
    s3: readS3(env),
    backupDir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : null,
    backupKeep: readCount('BACKUP_KEEP', env.BACKUP_KEEP || '7', 10_000),
    github: readOAuthClient(env, 'GITHUB', 'GITHUB_URL', 'https://github.com'),
    google: readOAuthClient(env, 'GOOGLE', 'GOOGLE_ISSUER', 'https://accounts.google.com'),
    metrics: readMetricsAddress(env, port),
    tracing: readTracing(env),
    logLevel: readChoice('LOG_LEVEL', env.LOG_LEVEL || 'info', logLevels),
    // A stopping node fails its readiness check for this long before it closes the port.
    drainSeconds: readCount(
      'DRAIN_SECONDS',
      env.DRAIN_SECONDS || (production && env.DATABASE_URL ? '5' : '0'),
      300,
      0,
    ),
    demo: readFlag(env, 'DEMO', mode === 'development'),
  };
  // Nodes that share a database have separate data folders, and must not generate different keys.
  if (production && config.databaseUrl && !config.secretKey)
    throw new StartError(
      'SECRET_KEY must be set in production with DATABASE_URL: all nodes must sign with the same key.',
    );
  return config;
}

export const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

/** Without TLS, a network between us and the mail server could read reset links, or strip STARTTLS. */
function readSmtpRequireTls(env: Environment): boolean {
  const isPlainAllowed = readFlag(env, 'SMTP_ALLOW_PLAINTEXT', false);
  return (
    !isPlainAllowed && env.SMTP_URL !== undefined && !isLoopback(URL.parse(env.SMTP_URL)?.hostname ?? '')
  );
}

/** Metrics are private, so they listen on loopback by default. */
function readMetricsAddress(
  { METRICS_PORT, METRICS_HOST }: Environment,
  servicePort: number,
): MetricsAddress | null {
  if (!METRICS_PORT) {
    if (METRICS_HOST) throw new StartError('METRICS_HOST requires METRICS_PORT.');
    return null;
  }
  const port = readCount('METRICS_PORT', METRICS_PORT, 65_535);
  if (port === servicePort) throw new StartError('METRICS_PORT must differ from PORT.');
  return { host: METRICS_HOST || '127.0.0.1', port };
}

const maxRetentionDays = 36_500;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function readCount(name: string, value: string, max: number, min = 1): number {
  if (!/^(0|[1-9]\d*)$/.test(value) || Number(value) < min || Number(value) > max) {
    throw new StartError(`${name} must be a number from ${min} to ${max}, not "${value}".`);
  }
  return Number(value);
}

function readChoice<T extends string>(name: string, value: string, choices: readonly T[]): T {
  if (!choices.includes(value as T)) {
    throw new StartError(`${name} must be one of ${choices.join(', ')}, not "${value}".`);
  }
  return value as T;
}

const readFlag = (env: Environment, name: string, usual: boolean): boolean =>
  readChoice(name, env[name] || String(usual), ['true', 'false']) === 'true';

/** The value is not quoted in the message because it may contain a password. */
function readUrl(name: string, value: string, protocols: string[]): string {
  const url = URL.parse(value);
  if (!url || !protocols.includes(url.protocol)) {
    throw new StartError(`${name} must be a URL that starts with ${protocols.join('// or ')}//.`);
  }
  return value.replace(/(?<!\/)\/+$/, '');
}

/** The driver verifies the certificate for all of these modes, and warns unless it is `verify-full`. */
function readDatabaseUrl(value: string | undefined): string | null {
  if (!value) return null;
  for (const server of splitHosts(value)) {
    const { searchParams } = new URL(readUrl('DATABASE_URL', server, ['postgres:', 'postgresql:']));
    const wanted = searchParams.get('target_session_attrs') ?? 'read-write';
    if (!sessionAttributes.includes(wanted))
      throw new StartError(
        `target_session_attrs in DATABASE_URL must be one of ${sessionAttributes.join(', ')}, not "${wanted}": Skep writes to its database.`,
      );
  }
  const url = value.replace(/(?<!\/)\/+$/, '');
  return url.includes('uselibpqcompat')
    ? url
    : url.replace(/\bsslmode=(prefer|require|verify-ca)\b/, 'sslmode=verify-full');
}

/** Values of libpq's target_session_attrs. All mean the same here: read-only servers are never used. */
const sessionAttributes = ['read-write', 'primary', 'any'];

const privateRanges = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

/** Trusts private networks and the listed proxies. With a leading `only`, just the listed ones. */
function readTrustedProxies(value = ''): TrustedProxies {
  const ranges = new BlockList();
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const areNamed = entries.length > 0;
  if (value === 'none') return { ranges, areNamed };
  const listed = entries[0] === 'only' ? entries.slice(1) : [...privateRanges, ...entries];
  for (const entry of listed) addRange(ranges, entry);
  return { ranges, areNamed };
}

function addRange(list: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const longest = family === 'ipv6' ? 128 : 32;
  const length = prefix === undefined ? longest : Number(prefix);
  if (!isIP(address) || !/^\d+$/.test(prefix ?? '0') || length > longest) {
    throw new StartError(
      `TRUSTED_PROXIES must be comma-separated IP addresses or CIDR blocks, optionally after "only,", or "none". "${entry}" is invalid.`,
    );
  }
  list.addSubnet(address, length, family);
}

function readOAuthClient(
  env: Environment,
  prefix: string,
  urlName: string,
  standardUrl: string,
): OAuthClient | null {
  const clientId = env[`${prefix}_CLIENT_ID`];
  const clientSecret = env[`${prefix}_CLIENT_SECRET`];
  if (!clientId && !clientSecret) return null;
  if (!clientId || !clientSecret) {
    throw new StartError(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET must be set together.`);
  }
  const url = readUrl(urlName, env[urlName] || standardUrl, ['http:', 'https:']);
  return { clientId, clientSecret, url };
}

function readS3(env: Environment): S3Config | null {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  const required = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  if (!S3_REGION && !Object.values(required).some(Boolean)) return null;
  const missing = Object.entries(required).find(([, value]) => !value);
  if (missing) {
    throw new StartError(`${missing[0]} must be set: the S3_ variables are required together.`);
  }
  const endpoint = readUrl('S3_ENDPOINT', S3_ENDPOINT as string, ['http:', 'https:']);
  const { username, password, search, hash } = new URL(endpoint);
  if (username || password || search || hash) {
    throw new StartError('S3_ENDPOINT must be a URL without user, password, query and fragment.');
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(S3_BUCKET as string))
    throw new StartError(`S3_BUCKET must be a bucket name, not "${S3_BUCKET}".`);
  return {
    endpoint,
    region: S3_REGION || 'us-east-1',
    bucket: S3_BUCKET as string,
    accessKeyId: S3_ACCESS_KEY_ID as string,
    secretAccessKey: S3_SECRET_ACCESS_KEY as string,
  };
}
