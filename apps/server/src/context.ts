import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connect, type Database } from './db/connection.ts';
import { createIngestQueue, type IngestQueue } from './features/bugs/ingest-queue.ts';
import { createLimiter, type Limiter } from './limits/limiter.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createSenders, type Senders } from './senders/senders.ts';
import { openStorage, type Storage } from './storage/open.ts';

/** What every operation works with: one plain object. */
export interface Context {
  config: Config;
  /** Signs access tokens and the links in mails. */
  secretKey: string;
  db: Database;
  senders: Senders;
  ingest: IngestQueue;
  limiter: Limiter;
  /** Where images are kept. */
  storage: Storage;
  mailer: Mailer;
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
  return {
    config,
    secretKey,
    db,
    senders: createSenders(db, log),
    ingest: createIngestQueue(databaseUrl, onError),
    limiter: createLimiter(db),
    storage: openStorage(config, secretKey),
    mailer: createMailer(config, log),
    log,
  };
}

export async function closeContext(context: Context): Promise<void> {
  context.mailer.close();
  await context.senders.stop();
  await context.ingest.stop();
  await context.db.destroy();
}
