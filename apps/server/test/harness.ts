import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest';
import { buildApp } from '../src/app.ts';
import { type AppContext, closeAppContext, createAppContext } from '../src/app-context.ts';
import { startBackground } from '../src/background.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/db/connection.ts';
import { databaseTimeouts } from '../src/db/timeouts.ts';
import type { App } from '../src/http/app.ts';
import { createLog } from '../src/log.ts';
import { type Client, createClient } from './client.ts';
import { runSql, withDatabase } from './database.ts';
import { freePort } from './free-port.ts';

/** On a slow machine a test may hold a lock longer than in production. */
const defaultTimeouts = { ...databaseTimeouts };
const longMs = 120_000;
Object.assign(databaseTimeouts, {
  connectionMs: 10_000,
  lockMs: longMs,
  batchLockMs: longMs,
  silenceMs: longMs,
  commitMs: longMs,
  idleTransactionMs: longMs,
});

export const secretKey = 'a secret key that only the tests have';

/** A database for one test file. */
export interface TestDatabase {
  url: string;
}

/** A running node on a real port. */
export interface TestNode {
  url: string;
  context: AppContext;
  /** The pool used by requests. */
  db: Database;
  /** Parsed log lines so far. */
  logs: Record<string, unknown>[];
  /** Sends requests without credentials. */
  anyone: Client;
  stop(): Promise<void>;
}

export async function createDatabase(): Promise<TestDatabase> {
  const name = `skep_test_${randomBytes(6).toString('hex')}`;
  await runSql(inject('adminUrl'), `create database ${name} template ${inject('template')}`);
  atTheEnd(() => runSql(inject('adminUrl'), `drop database ${name} with (force)`));
  return { url: withDatabase(inject('adminUrl'), name) };
}

type Settings = Record<string, string>;

/** Test nodes poll more often and wait less on shutdown. */
const pace = { jobsMs: 200, intervalFactor: 0.1, eventsMs: 100, deliveriesMs: 250, deliveryGraceMs: 2_000 };

/** A BASE_URL for nodes whose links are followed. */
export async function aBaseUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

/** Starts a node, which is stopped at the end of the test or file. */
export async function startNode(database: TestDatabase, settings: Settings = {}): Promise<TestNode> {
  // Created on first use and removed with the node.
  const dataDir = join(tmpdir(), `skep-node-${randomBytes(6).toString('hex')}`);
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    DATA_DIR: dataDir,
    // All test receivers are on one host.
    WEBHOOKS_PER_SECOND: '100000',
    ...settings,
  });
  const logs: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logs.push(JSON.parse(chunk));
      done();
    },
  });
  const log = createLog(config.logLevel, destination);
  const context = createAppContext({ config, secretKey, databaseUrl: database.url, log });
  const app = await buildApp(context);
  const port = settings.BASE_URL ? Number(new URL(settings.BASE_URL).port) : 0;
  const url = await app.listen({ host: '127.0.0.1', port });
  const stop = stopOnce(app, startBackground(context, pace), context, dataDir);
  atTheEnd(stop);
  return { url, context, db: context.pools.main, logs, anyone: createClient(url), stop };
}

/** Starts a node with production timeouts or shorter ones. */
export async function startNodeWithShortTimeouts(
  database: TestDatabase,
  settings: Settings = {},
  shorter: Partial<typeof databaseTimeouts> = {},
): Promise<TestNode> {
  const long = { ...databaseTimeouts };
  Object.assign(databaseTimeouts, defaultTimeouts, shorter);
  const node = startNode(database, settings);
  // Files share this module, so the timeouts are restored once the pools are open.
  Object.assign(databaseTimeouts, long);
  return node;
}

/** Runs at the end of the test, or of the file if no test is running. */
export function atTheEnd(cleanUp: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(cleanUp);
  else afterAll(cleanUp);
}

function stopOnce(
  app: App,
  stopBackground: () => Promise<void>,
  context: AppContext,
  dataDir: string,
): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await app.close();
    await stopBackground();
    await closeAppContext(context);
    await rm(dataDir, { recursive: true, force: true });
  };
  return () => {
    stopped ??= stop();
    return stopped;
  };
}

/** One node with its own database. */
export async function startService(settings: Settings = {}): Promise<TestNode> {
  return startNode(await createDatabase(), settings);
}
