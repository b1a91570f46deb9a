import {
  connectToEmbeddedPostgres as connectTo,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  type Owner,
  prepareDataDirectory,
  startEmbeddedPostgres as start,
} from '@skep/embedded-postgres';
import { StartError } from '../start-error.ts';

export { hasEmbeddedPostgres } from '@skep/embedded-postgres';

/** Data folders that exist hold a database and a user of this name. */
const skep: Owner = {
  name: 'skep',
  words: { service: 'Skep', dataDirSetting: 'DATA_DIR', databaseUrlSetting: 'DATABASE_URL' },
};

/** The PostgreSQL that Skep brings, in its data folder. */
export async function startEmbeddedPostgres(
  options: Omit<EmbeddedPostgresOptions, keyof Owner>,
): Promise<EmbeddedPostgres> {
  const postgres = await start({ ...skep, ...options }).catch(throwAsStartError);
  return { ...postgres, stop: () => postgres.stop().catch(throwAsStartError) };
}

/** Null when none runs and answers on this data folder. */
export function connectToEmbeddedPostgres(dataDir: string): Promise<string | null> {
  return connectTo(dataDir, skep);
}

/** Makes the data folder, or says in a sentence why nothing can be kept there. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  await prepareDataDirectory(dataDir, skep).catch(throwAsStartError);
}

/** What the package says in sentences is all that the person at the terminal needs to read. */
function throwAsStartError(error: unknown): never {
  throw error instanceof EmbeddedPostgresError ? new StartError(error.message, { cause: error }) : error;
}
