import type { Logger } from 'pino';
import { createPasswords } from './auth/passwords.ts';
import { createLoops } from './background/loop.ts';
import { Signals } from './background/signals.ts';
import type { Config } from './config.ts';
import { connect, type PoolOptions } from './db/connection.ts';
import { watchServer } from './db/server-watch.ts';
import { type Shares, shareConnections } from './db/shared-connections.ts';
import { createLimiter } from './limits/limiter.ts';
import { createSeldomLog } from './log-seldom.ts';
import { createMailer } from './mail/mailer.ts';
import { createMetrics } from './metrics/metrics.ts';
import { openStorage } from './storage/storage.ts';
import type { Tracer } from './tracing/tracer.ts';

/** What every operation works with: one plain object, of infrastructure alone. Rooms that keep more add it (see rooms.ts). */
export type Context = ReturnType<typeof createContext>;

/** What all pools of a process have in common. */
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
  patienceMs: 10_000,
  tooLong: 'The search took too long; try longer words, or narrow it with filters',
};

/** An export asks for a connection anew for each of its parts, so that exports take turns. */
export const exportShares: Shares = {
  connections: 2,
  forUser: 1,
  forTeam: 1,
  statementMs: 10_000,
  patienceMs: 30_000,
  tooLong: 'The export took too long; narrow it with filters, or try a longer search',
};

export function createContext({ config, secretKey, databaseUrl, log, tracer = null }: ContextParts) {
  const seldom = createSeldomLog(log);
  const metrics = createMetrics();
  const watch = watchServer(databaseUrl);
  const poolParts = {
    watch,
    keepsStatements: config.preparedStatements,
    metrics,
    tracer,
    onError: (error: Error) => seldom.warn('database connection lost', error),
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
    loops: createLoops(log, seldom, metrics),
    signals: new Signals(),
    metrics,
    tracer,
    log,
    seldom,
    databaseUrl,
    poolParts,
  };
}

const backgroundWaitMs = 30_000;

/** Pools are apart from each other, so that nobody uses up the connections of others. */
function openPools(databaseUrl: string, parts: PoolOptions) {
  return {
    // In the background, this is the pool `background`.
    main: connect(databaseUrl, { ...parts, name: 'main', statementMs: 30_000 }),
    // It may wait for locks, and take longer.
    background: connect(databaseUrl, {
      ...parts,
      name: 'background',
      max: 8,
      lockMs: 0,
      connectionMs: backgroundWaitMs,
    }),
    // Live updates, project keys and health do not wait behind requests, nor for a silent server.
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
