import { makeDataDirectory } from '@skep/embedded-postgres';
import type { Logger } from 'pino';
import { readConfig } from '../config.ts';
import { connect } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { createLog } from '../log.ts';
import { loadSecretKey } from '../secret-key.ts';
import { demandPrograms, keepsFiles, openDatabase } from './database.ts';
import { demandSupportedVersion, explainRefusal } from './failures.ts';
import { aboutProxies, greet } from './greeting.ts';
import { forgetListening, noteListening } from './listening.ts';
import { type Stop, startNode } from './node.ts';
import { startProcesses } from './processes.ts';
import { watchForRestore } from './restored.ts';

export { explainStartFailure } from './failures.ts';
export { startAsProcess } from './processes.ts';

export interface Service {
  greeting: string[];
  drainMs: number;
  stop: Stop;
}

/** When a backup is restored into the database, serving begins anew; should that fail, the service is over. */
export async function startService(
  env: NodeJS.ProcessEnv,
  onFailure: (error: unknown) => void = rethrow,
): Promise<Service> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  for (const notice of aboutProxies(config)) log.warn(notice);
  await demandPrograms(config);
  if (keepsFiles(config)) await makeDataDirectory(config.dataDir);
  const loadKey = async () => config.secretKey ?? (await loadSecretKey(config.dataDir));
  // One that cannot be used is told before a database is started.
  await loadKey();
  const database = await openDatabase(config, (message) => log.error(message));
  const begin = async () => {
    await prepareDatabase(database.url, log).catch(config.databaseUrl ? explainRefusal : rethrow);
    // The key is read after the watch has begun: none is used that was replaced unnoticed.
    await watch.begin();
    const secretKey = await loadKey();
    const start = config.workers > 1 ? startProcesses : startNode;
    return start({ config, secretKey, databaseUrl: database.url, log });
  };
  const watch = watchForRestore(database.url, () => {
    log.warn('a backup was restored into the database: serving begins anew with what is in it');
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
  if (keepsFiles(config)) await noteListening(config);
  return {
    greeting: greet(config, database),
    drainMs: config.drainSeconds * 1000,
    async stop(drainMs) {
      const stopServing: Stop = await serving.catch(() => async () => {});
      await stopServing(drainMs);
      if (keepsFiles(config)) await forgetListening(config);
      await close();
    },
  };
}

function rethrow(error: unknown): never {
  throw error;
}

async function prepareDatabase(url: string, log: Logger): Promise<void> {
  // No statement has a timeout here: migrating a large database takes long, and so does waiting for a node that does it.
  const db = connect(url, { max: 2, statementMs: 0, lockMs: 0 });
  try {
    await demandSupportedVersion(db);
    await migrate(db, (news) => log.warn(news));
  } finally {
    await db.destroy();
  }
}
