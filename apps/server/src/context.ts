import type { Logger } from 'pino';
import { createPasswords } from './auth/passwords.ts';
import { createLoops } from './background/loop.ts';
import { Signals } from './background/signals.ts';
import type { Config } from './config.ts';
import { connect, type PoolOptions } from './db/connection.ts';
import { watchServer } from './db/server-watch.ts';
import { type Shares, shareConnections } from './db/shared-connections.ts';
import { createLimiter } from './limits/limiter.ts';
import { createMailer } from './mail/mailer.ts';
import { createMetrics } from './metrics/metrics.ts';
import { openStorage } from './storage/storage.ts';
import { createThrottledLog } from './throttled-log.ts';
import type { Tracer } from './tracing/tracer.ts';

/** Infrastructure that every operation uses. Features add their own state in app-context.ts. */
export type Context = ReturnType<typeof createContext>;

/** Options shared by all pools of a process. */
export type PoolParts = Context['poolParts'];

export interface ContextParts {
  tracer?: Tracer | null;
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
  maxWaitMs: 10_000,
  tooLong: 'The search took too long. Use longer words or more filters.',
};

/** An export acquires a connection for each batch, so that exports take turns. */
export const exportShares: Shares = {
  connections: 2,
  forUser: 1,
  forTeam: 1,
  statementMs: 10_000,
  maxWaitMs: 30_000,
  tooLong: 'The export took too long. Use more filters or a more specific search.',
};

export function createContext({ config, secretKey, databaseUrl, log, tracer = null }: ContextParts) {
  const throttledLog = createThrottledLog(log);
  const metrics = createMetrics();
  const watch = watchServer(databaseUrl);
  const poolParts = {
    watch,
    keepsStatements: config.preparedStatements,
    metrics,
    tracer,
    onError: (error: Error) => throttledLog.warn('database connection lost', error),
  };
  const pools = openPools(databaseUrl, poolParts);
  return {
    config,
    secretKey,
    pools,
    limiter: createLimiter(pools.main),
    passwords: createPasswords(),
    storage: openStorage(config, secretKey),
    mailer: createMailer(config, log, metrics),
    loops: createLoops(log, throttledLog, metrics),
    signals: new Signals(),
    metrics,
    tracer,
    log,
    throttledLog,
    databaseUrl,
    poolParts,
  };
}

const backgroundWaitMs = 30_000;

/** Separate pools, so that no kind of work can exhaust the connections of another. */
function openPools(databaseUrl: string, parts: PoolOptions) {
  return {
    // Background work uses the pool `background` under this name.
    main: connect(databaseUrl, { ...parts, name: 'main', statementMs: 30_000 }),
    // May wait for locks and run longer.
    background: connect(databaseUrl, {
      ...parts,
      name: 'background',
      max: 8,
      lockMs: 0,
      connectionMs: backgroundWaitMs,
    }),
    // Live updates, API keys and health checks must not queue behind requests.
    following: connect(databaseUrl, { ...parts, name: 'following', max: 4, statementMs: 8_000 }),
    search: shareConnections(databaseUrl, searchShares, { ...parts, name: 'search' }),
    export: shareConnections(databaseUrl, exportShares, { ...parts, name: 'export' }),
  };
}

export async function closeContext({ mailer, pools, poolParts, tracer }: Context): Promise<void> {
  mailer.close();
  await pools.search.close();
  await pools.export.close();
  await pools.following.destroy();
  await pools.background.destroy();
  await pools.main.destroy();
  await poolParts.watch.stop();
  await tracer?.stop();
}
