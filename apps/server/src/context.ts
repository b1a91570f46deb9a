import type { Logger } from 'pino';
import { createPasswords, type Passwords } from './auth/passwords.ts';
import type { Config } from './config.ts';
import { connect, type Database } from './db/connection.ts';
import { createIngestQueue, type IngestQueue } from './features/bugs/ingest-queue.ts';
import { createLimiter, type Limiter } from './limits/limiter.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createSenders, type Senders } from './senders/senders.ts';
import { openStorage, type Storage } from './storage/open.ts';
import { type Bell, createBell } from './webhooks/bell.ts';
import { createWebhookClient, type WebhookClient } from './webhooks/client.ts';

/** What every operation works with: one plain object. */
export interface Context {
  config: Config;
  /** Signs access tokens and the links in mails. */
  secretKey: string;
  db: Database;
  /** The same database, for live updates and project keys: they do not wait behind requests, nor for a silent server. */
  followingDb: Database;
  /** The same database, for searches: they are ended when they take too long, and do not use up other connections. */
  searchDb: Database;
  senders: Senders;
  ingest: IngestQueue;
  limiter: Limiter;
  passwords: Passwords;
  /** Where images are kept. */
  storage: Storage;
  mailer: Mailer;
  webhookClient: WebhookClient;
  /** Rung when there is something to deliver to webhooks. */
  deliveryBell: Bell;
  log: Logger;
}

export interface ContextParts {
  config: Config;
  secretKey: string;
  databaseUrl: string;
  log: Logger;
}

export function createContext({ config, secretKey, databaseUrl, log }: ContextParts): Context {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const db = connect(databaseUrl, { onError });
  const followingDb = connect(databaseUrl, { onError, max: 4, patienceMs: 10_000 });
  return {
    config,
    secretKey,
    db,
    followingDb,
    searchDb: connect(databaseUrl, {
      onError,
      max: 4,
      patienceMs: 10_000,
      options: '-c statement_timeout=5000 -c jit=off',
    }),
    senders: createSenders(followingDb, log),
    ingest: createIngestQueue(databaseUrl, onError),
    limiter: createLimiter(db),
    passwords: createPasswords(),
    storage: openStorage(config, secretKey),
    mailer: createMailer(config, log),
    webhookClient: createWebhookClient({ allowPrivate: config.webhookAllowPrivate }),
    deliveryBell: createBell(),
    log,
  };
}

export async function closeContext(context: Context): Promise<void> {
  context.mailer.close();
  await context.senders.stop();
  await context.ingest.stop();
  await context.searchDb.destroy();
  await context.followingDb.destroy();
  await context.db.destroy();
}
