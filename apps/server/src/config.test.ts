import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

const s3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'bees',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
it.each([
  [{ PORT: 'high' }, 'PORT must be a number from 1 to 65535, not "high".'],
  [{ PORT: '0' }, 'PORT must be a number from 1 to 65535, not "0".'],
  [{ PORT: '65536' }, 'PORT must be a number from 1 to 65535, not "65536".'],
  [{ BASE_URL: 'bugs.example.com' }, 'BASE_URL must be a URL that starts with http:// or https://.'],
  [{ SECRET_KEY: 'k'.repeat(31) }, 'SECRET_KEY must have at least 32 characters and no control characters.'],
  [
    { SECRET_KEY: `${'k'.repeat(32)}\n` },
    'SECRET_KEY must have at least 32 characters and no control characters.',
  ],
  [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be a number from 0 to 300, not "-1".'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, production, test, not "prod".'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a number from 1 to 10000, not "0".'],
  [{ SIGNUP: 'maybe' }, 'SIGNUP must be one of open, invited, closed, not "maybe".'],
  [{ RETENTION_DAYS: '0' }, 'RETENTION_DAYS must be a number from 1 to 36500, not "0".'],
  [{ RETENTION_DAYS: '30d' }, 'RETENTION_DAYS must be a number from 1 to 36500, not "30d".'],
  [{ DEFAULT_PLAN: 'gold' }, 'DEFAULT_PLAN must be one of free, unlimited, not "gold".'],
  [
    { TRUSTED_PROXIES: '10.0.0.0/33' },
    'TRUSTED_PROXIES must be comma-separated IP addresses or CIDR blocks, optionally after "only,", or "none". "10.0.0.0/33" is invalid.',
  ],
  [{ WEBHOOK_ALLOW_PRIVATE: 'yes' }, 'WEBHOOK_ALLOW_PRIVATE must be one of true, false, not "yes".'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://.'],
  [{ GITHUB_CLIENT_ID: 'id' }, 'GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET must be set together.'],
  [{ S3_BUCKET: 'bees' }, 'S3_ENDPOINT must be set: the S3_ variables are required together.'],
  [{ S3_REGION: 'auto' }, 'S3_ENDPOINT must be set: the S3_ variables are required together.'],
  [
    { ...s3, S3_SECRET_ACCESS_KEY: '' },
    'S3_SECRET_ACCESS_KEY must be set: the S3_ variables are required together.',
  ],
  [
    { ...s3, S3_ENDPOINT: 's3.example.com' },
    'S3_ENDPOINT must be a URL that starts with http:// or https://.',
  ],
  [
    { ...s3, S3_ENDPOINT: 'https://user:password@s3.example.com' },
    'S3_ENDPOINT must be a URL without user, password, query and fragment.',
  ],
  [{ ...s3, S3_BUCKET: 'a/b' }, 'S3_BUCKET must be a bucket name, not "a/b".'],
  [{ METRICS_PORT: 'on' }, 'METRICS_PORT must be a number from 1 to 65535, not "on".'],
  [{ METRICS_PORT: '4000' }, 'METRICS_PORT must differ from PORT.'],
  [{ METRICS_HOST: '::' }, 'METRICS_HOST requires METRICS_PORT.'],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
  ],
  [
    { DATABASE_URL: 'mysql://localhost/skep' },
    'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
  ],
  [
    { DATABASE_URL: 'postgres://one:5432,two:port/skep' },
    'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
  ],
  [
    { DATABASE_URL: 'postgres://one,two/skep?target_session_attrs=standby' },
    'target_session_attrs in DATABASE_URL must be one of read-write, primary, any, not "standby": Skep writes to its database.',
  ],
  [
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/skep' },
    'SECRET_KEY must be set in production with DATABASE_URL: all nodes must sign with the same key.',
  ],
])('%j is refused with a sentence', (settings, sentence) => {
  expect(() => readConfig({ ...settings })).toThrow(new StartError(sentence));
});

it('a key of 32 characters is taken', () => {
  expect(readConfig({ SECRET_KEY: 'k'.repeat(32) }).secretKey).toBe('k'.repeat(32));
});
