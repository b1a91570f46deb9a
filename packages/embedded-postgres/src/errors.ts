/** The service that owns the PostgreSQL. */
export interface Owner {
  /**
   * Names the superuser, the database that the first start makes, and folders outside of the data directory:
   * lower-case letters, digits, `_` and `-`. It stays the same for as long as the data lives.
   */
  name: string;
  words?: Partial<Words>;
}

/** What error messages call the service and its settings, so that the person at the terminal knows what to change. */
export interface Words {
  /** The name of the service, as people write it; `name` when left out. */
  service: string;
  /** The setting that names the data directory, such as `DATA_DIR`. */
  dataDirSetting: string;
  /** The setting that names another PostgreSQL to use instead of this one, such as `DATABASE_URL`; null when there is none. */
  databaseUrlSetting: string | null;
  /** The setting that names other programs to run, such as `POSTGRES_BIN`. */
  binariesSetting: string;
}

const usableName = /^[a-z][a-z0-9_-]{0,39}$/;

export function demandUsableName(name: string): void {
  if (usableName.test(name) && !name.startsWith('pg_')) return;
  throw new TypeError(`"${name}" cannot name a PostgreSQL: lower-case letters, digits, _ and - can.`);
}

export function wordsOf({ name, words }: Owner): Words {
  return {
    service: name,
    dataDirSetting: 'dataDir',
    databaseUrlSetting: null,
    binariesSetting: 'binaries',
    ...words,
  };
}

/** The end of a sentence that has named another remedy already. */
export function orSetDatabaseUrl({ databaseUrlSetting }: Words, purpose = useYourOwn): string {
  return databaseUrlSetting ? `, or set ${databaseUrlSetting} ${purpose}.` : '.';
}

/** A sentence of its own, where there is no other remedy. */
export function setDatabaseUrl({ databaseUrlSetting }: Words): string {
  return databaseUrlSetting ? ` Set ${databaseUrlSetting} ${useYourOwn}.` : '';
}

const useYourOwn = 'to use a PostgreSQL of your own';

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

/** The code that Node or PostgreSQL gave an error, such as `ENOENT` or `57P03`. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For `.catch`: returns null for a missing file, and throws every other error again. */
export function nullIfMissing(error: unknown): null {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}

/** For `.catch`: ignores that something exists, because what another start has made first is as good as our own. */
export function ignoreIfExists(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}
