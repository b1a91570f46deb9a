import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connect, type Database } from './db/connection.ts';
import { createLimiter, type Limiter } from './limits/limiter.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createSenders, type Senders } from './senders/senders.ts';

/** What every operation works with: one plain object. */
export interface Context {
  config: Config;
  /** Signs access tokens and the links in mails. */
  secretKey: string;
  db: Database;
  senders: Senders;
  limiter: Limiter;
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
  const db = connect(databaseUrl, {
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  return {
    config,
    secretKey,
    db,
    senders: createSenders(db, log),
    limiter: createLimiter(db),
    mailer: createMailer(config, log),
    log,
  };
}

export async function closeContext(context: Context): Promise<void> {
  context.mailer.close();
  await context.senders.stop();
  await context.db.destroy();
}
