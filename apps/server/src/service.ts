import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { closeContext, createContext } from './context.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { demandSupportedVersion } from './db/server-version.ts';
import { runJobs } from './jobs/runner.ts';
import { createLog } from './log.ts';
import { loadSecretKey } from './secret-key.ts';
import { jobKinds } from './worker.ts';

export interface Service {
  address: string;
  dataPlace: string;
  /** Takes no more requests, finishes those in flight, then lets go of the database. */
  stop(): Promise<void>;
}

const jobPollMs = 1_000;

export async function startService(env: NodeJS.ProcessEnv): Promise<Service> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const secretKey = config.secretKey ?? (await loadSecretKey(config.dataDir));
  const database = await openDatabase(config, (message) => log.error(message));
  const context = createContext({ config, secretKey, databaseUrl: database.url, log });
  const letGo = async () => {
    await closeContext(context);
    await database.close();
  };
  try {
    await demandSupportedVersion(context.db);
    await migrate(context.db);
    const app = await buildApp(context);
    await app.listen({ host: config.host, port: config.port });
    const jobs = runJobs(context, jobKinds, { pollMs: jobPollMs });
    const stop = async () => {
      await app.close();
      await jobs.stop();
      await letGo();
    };
    return { address: config.baseUrl, dataPlace: database.place, stop };
  } catch (error) {
    await letGo();
    throw error;
  }
}
