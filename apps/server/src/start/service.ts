import { makeDataDirectory } from '@skep/embedded-postgres';
import type { Logger } from 'pino';
import { readConfig } from '../config.ts';
import { connect } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { createLog } from '../log.ts';
import { loadSecretKey } from '../secret-key.ts';
import { keepsFiles, openDatabase, requirePrograms } from './database.ts';
import { explainRefusal, requireSupportedVersion } from './failures.ts';
import { clearListening, saveListening } from './listening.ts';
import { type Stop, startNode } from './node.ts';
import { startProcesses } from './processes.ts';
import { watchForRestore } from './restored.ts';
import { proxyWarnings, startupLines } from './startup-lines.ts';

export { explainStartFailure } from './failures.ts';
export { startAsProcess } from './processes.ts';

export interface Service {
  startupLines: string[];
  drainMs: number;
  stop: Stop;
}

/** Restarts serving when a backup is restored. If that fails, the service ends. */
export async function startService(
  env: NodeJS.ProcessEnv,
  onFailure: (error: unknown) => void = rethrow,
): Promise<Service> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  for (const notice of proxyWarnings(config)) log.warn(notice);
  await requirePrograms(config);
  if (keepsFiles(config)) await makeDataDirectory(config.dataDir);
  const loadKey = async () => config.secretKey ?? (await loadSecretKey(config.dataDir));
  // Fails early on an invalid key, before the database is started.
  await loadKey();
  const database = await openDatabase(config, (message) => log.error(message));
  const begin = async () => {
    await prepareDatabase(database.url, log).catch(config.databaseUrl ? explainRefusal : rethrow);
    // The key is read after the watch started, so that a replacement cannot be missed.
    await watch.begin();
    const secretKey = await loadKey();
    const start = config.workers > 1 ? startProcesses : startNode;
    return start({ config, secretKey, databaseUrl: database.url, log });
  };
  const watch = watchForRestore(database.url, () => {
    log.warn('backup restored, restarting');
    serving = serving.then((stopServing) => stopServing(0)).then(begin);
    serving.catch(onFailure);
  });
  const close = async () => {
    await watch.stop();
    await database.close();
  };
  let serving = begin();
  try {
    await serving;
  } catch (error) {
    await close();
    throw error;
  }
  if (keepsFiles(config)) await saveListening(config);
  return {
    startupLines: startupLines(config, database),
    drainMs: config.drainSeconds * 1000,
    async stop(drainMs) {
      const stopServing: Stop = await serving.catch(() => async () => {});
      await stopServing(drainMs);
      if (keepsFiles(config)) await clearListening(config);
      await close();
    },
  };
}

function rethrow(error: unknown): never {
  throw error;
}

async function prepareDatabase(url: string, log: Logger): Promise<void> {
  // No timeouts: migrating a large database, or waiting for another node to do it, takes long.
  const db = connect(url, { max: 2, statementMs: 0, lockMs: 0 });
  try {
    await requireSupportedVersion(db);
    await migrate(db, (message) => log.warn(message));
  } finally {
    await db.destroy();
  }
}
