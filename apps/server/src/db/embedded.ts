import {
  type BinariesWish,
  checkBinaries as check,
  connectToEmbeddedPostgres as connectTo,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  type Owner,
  prepareDataDirectory,
  startEmbeddedPostgres as start,
} from '@skep/embedded-postgres';
import { StartError } from '../start-error.ts';

export { bundledRelease, hasEmbeddedPostgres } from '@skep/embedded-postgres';

/** Names the service to the package. Data folders that exist hold a database and a user of this name, so it stays. */
const skep: Owner = {
  name: 'skep',
  words: {
    service: 'Skep',
    dataDirSetting: 'DATA_DIR',
    databaseUrlSetting: 'DATABASE_URL',
    binariesSetting: 'POSTGRES_BIN',
  },
};

/** Starts the PostgreSQL that Skep brings, in the data folder. */
export async function startEmbeddedPostgres(
  options: Omit<EmbeddedPostgresOptions, keyof Owner>,
): Promise<EmbeddedPostgres> {
  const postgres = await start({ ...skep, ...options }).catch(throwAsStartError);
  return { ...postgres, stop: () => postgres.stop().catch(throwAsStartError) };
}

/** Says in a sentence why other programs than the bundled ones cannot be used. */
export async function checkBinaries(wish: BinariesWish): Promise<void> {
  await check({ ...skep, ...wish }).catch(throwAsStartError);
}

/** The address of the PostgreSQL that runs in this data folder; null when none runs there and answers. */
export function connectToEmbeddedPostgres(dataDir: string): Promise<string | null> {
  return connectTo(dataDir, skep);
}

/** Makes the data folder, or says in a sentence why nothing can be kept there. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  await prepareDataDirectory(dataDir, skep).catch(throwAsStartError);
}

/** An error of the package is a sentence for the person at the terminal, so it is shown as one, without its stack. */
function throwAsStartError(error: unknown): never {
  throw error instanceof EmbeddedPostgresError ? new StartError(error.message, { cause: error }) : error;
}
