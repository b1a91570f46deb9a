import type { Words } from './owner.ts';

/** A reason why PostgreSQL cannot be used, in sentences that are all the person at the terminal needs to read. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Another process owns the PostgreSQL of this data directory. */
export class DataDirectoryInUseError extends EmbeddedPostgresError {
  override name = 'DataDirectoryInUseError';

  constructor(dataDir: string, { service, dataDirSetting }: Words) {
    super(
      `Another ${service} is already running on ${dataDir}. ` +
        `Stop it first, or set ${dataDirSetting} to another folder.`,
    );
  }
}
