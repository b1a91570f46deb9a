import type { Logger } from 'pino';
import { createPasswords, type Passwords } from './auth/passwords.ts';
import type { Config } from './config.ts';
import { connect, type Database } from './db/connection.ts';
import { type SharedConnections, type Shares, shareConnections } from './db/shared-connections.ts';
import { createIngestQueue, type IngestQueue } from './features/ingest/queue.ts';
import { createSenders, type Senders } from './features/senders/senders.ts';
import { type Bell, createBell } from './features/webhooks/delivery/bell.ts';
import { createWebhookClient, type WebhookClient } from './features/webhooks/delivery/client/client.ts';
import { createLimiter, type Limiter } from './limits/limiter.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { openStorage, type Storage } from './storage/open.ts';

/** What every operation works with: one plain object. */
export interface Context {
  config: Config;
  /** Signs access tokens and the links in mails. */
  secretKey: string;
  db: Database;
  /** The same database, for live updates, project keys and health: they do not wait behind requests, nor for a silent server. */
  followingDb: Database;
  /** The same database, for searches: they are ended when they take too long, and do not use up other connections. */
  searching: SharedConnections;
  /** The same, for exports, with searches or without. */
  exporting: SharedConnections;
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

export const searchShares: Shares = {
  connections: 4,
  forUser: 1,
  forTeam: 2,
  statementMs: 5_000,
  patienceMs: 10_000,
  tooLong: 'The search took too long; try longer words, or narrow it with filters',
};

/** Exports take turns with each of their parts. */
export const exportShares: Shares = {
  connections: 2,
  forUser: 1,
  forTeam: 1,
  statementMs: 10_000,
  patienceMs: 30_000,
  tooLong: 'The export took too long; narrow it with filters, or try a longer search',
};

export function createContext({ config, secretKey, databaseUrl, log }: ContextParts): Context {
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const db = connect(databaseUrl, { onError });
  const followingDb = connect(databaseUrl, { onError, max: 4, statementMs: 8_000 });
  return {
    config,
    secretKey,
    db,
    followingDb,
    searching: shareConnections(databaseUrl, { ...searchShares, onError }),
    exporting: shareConnections(databaseUrl, { ...exportShares, onError }),
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
  await context.searching.close();
  await context.exporting.close();
  await context.followingDb.destroy();
  await context.db.destroy();
}
