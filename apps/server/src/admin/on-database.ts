import { readConfig } from '../config.ts';
import { type Context, closeContext, createContext } from '../context.ts';
import { connect } from '../db/connection.ts';
import { demandUpToDate } from '../db/migrate.ts';
import { createLog } from '../log.ts';
import { findSecretKey } from '../secret-key.ts';
import { explainRefusal } from '../start/refusals.ts';
import { demandTables, openBesideService } from './database.ts';

/** Does what a command is for on the database of the service, whether that runs or not, by the operations of its routes. */
export async function onDatabase<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const database = await openBesideService(config);
  const log = createLog('silent');
  const secretKey = config.secretKey ?? (await findSecretKey(config.dataDir)) ?? '';
  const context = createContext({ config, secretKey, databaseUrl: database.url, log });
  try {
    await demandThisVersion(database.url);
    return await work(context);
  } finally {
    await closeContext(context);
    await database.close();
  }
}

/** Refuses a database of another version. A command migrates none: an older service might be running on it. */
async function demandThisVersion(url: string): Promise<void> {
  const db = connect(url, { max: 1 });
  try {
    await demandTables(db).catch(explainRefusal);
    await demandUpToDate(db);
  } finally {
    await db.destroy();
  }
}
