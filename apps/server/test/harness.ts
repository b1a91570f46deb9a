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

/** On a busy machine a test may hold a lock for longer than anybody should in earnest. */
const usualPatience = { ...databaseTimeouts };
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

/** A database of a test file's own. */
export interface TestDatabase {
  url: string;
}

/** One running node: the whole service behind a real port. */
export interface TestNode {
  url: string;
  context: AppContext;
  /** The node's main pool, which its requests use. */
  db: Database;
  /** The parsed lines that the node has logged so far. */
  logs: Record<string, unknown>[];
  /** Sends requests without any credential. */
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

/** A test node polls more often than the service does and waits less when it stops, so that tests are fast. */
const pace = { jobsMs: 200, intervalFactor: 0.1, eventsMs: 100, deliveriesMs: 250, deliveryGraceMs: 2_000 };

/** A BASE_URL for a node whose own links others have to follow: the node listens on its port. */
export async function aBaseUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

/** Starts a node on the database; it is stopped at the end of the test or file that did so. */
export async function startNode(database: TestDatabase, settings: Settings = {}): Promise<TestNode> {
  // The folder is made when something is put into it, and removed with the node.
  const dataDir = join(tmpdir(), `skep-node-${randomBytes(6).toString('hex')}`);
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    DATA_DIR: dataDir,
    // All receivers of tests are on one host.
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

/** Starts a node that waits for its database no longer than in earnest, or even less. */
export async function startHastyNode(
  database: TestDatabase,
  settings: Settings = {},
  shorter: Partial<typeof databaseTimeouts> = {},
): Promise<TestNode> {
  const long = { ...databaseTimeouts };
  Object.assign(databaseTimeouts, usualPatience, shorter);
  const node = startNode(database, settings);
  // The pools have been opened by now; files share this module, so others have their own databaseTimeouts back.
  Object.assign(databaseTimeouts, long);
  return node;
}

/** Runs the clean-up at the end of the running test, or of the file when no test is running. */
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

/** What most files need: one node on a database of its own. */
export async function startService(settings: Settings = {}): Promise<TestNode> {
  return startNode(await createDatabase(), settings);
}
