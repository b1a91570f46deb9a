import type { Logger } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { connect } from '../db/connection.ts';
import { prepareDataDir } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { renumberAfterMove } from '../features/events/renumber/operations.ts';
import { createLog } from '../log.ts';
import { loadSecretKey } from '../secret-key.ts';
import { demandPrograms, openDatabase } from './database.ts';
import { greet } from './greeting.ts';
import { type Stop, startNode } from './node.ts';
import { aboutProxies } from './notices.ts';
import { startProcesses } from './processes.ts';
import { explainRefusal } from './refusals.ts';
import { demandSupportedVersion } from './server-version.ts';

export { explainStartFailure } from './failures.ts';
export { startAsProcess } from './processes.ts';

export interface Service {
  /** What the terminal shows, a line each. */
  greeting: string[];
  /** For how long a stop should say that the service is not ready, before it takes no more requests. */
  drainMs: number;
  /** Lets everybody finish, then lets go of the database. */
  stop: Stop;
}

/** Starts the whole service: its database, and as many processes as are configured. */
export async function startService(env: NodeJS.ProcessEnv): Promise<Service> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  for (const notice of aboutProxies(config)) log.warn(notice);
  await demandPrograms(config);
  if (keepsFiles(config)) await prepareDataDir(config.dataDir);
  const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
  const database = await openDatabase(config, (message) => log.error(message));
  try {
    await prepareDatabase(database.url, log).catch(config.databaseUrl ? explainRefusal : rethrow);
    const start = config.workers > 1 ? startProcesses : startNode;
    const stopServing = await start({ config, secretKey, databaseUrl: database.url, log });
    const stop: Stop = async (drainMs) => {
      await stopServing(drainMs);
      await database.close();
    };
    return { greeting: greet(config, database), drainMs: config.drainSeconds * 1000, stop };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Whether anything is kept in the data folder; otherwise it need not even exist. */
const keepsFiles = ({ databaseUrl, secretKey, s3 }: Config) => !databaseUrl || !secretKey || !s3;

function rethrow(error: unknown): never {
  throw error;
}

async function prepareDatabase(url: string, log: Logger): Promise<void> {
  // No statement has a timeout here: migrating a large database takes long, and so does waiting for a node that does it.
  const db = connect(url, { max: 2, statementMs: 0, lockMs: 0 });
  try {
    await demandSupportedVersion(db);
    await migrate(db, (news) => log.info(news));
    await renumberAfterMove(db, log);
  } finally {
    await db.destroy();
  }
}
