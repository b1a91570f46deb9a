/** A reason why PostgreSQL cannot be used, in sentences that are all the person at the terminal needs to read. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

export class DataDirectoryInUseError extends EmbeddedPostgresError {
  override name = 'DataDirectoryInUseError';

  constructor(dataDir: string) {
    super(`Another Skep is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`);
  }
}

export const orUseYourOwn = ', or set DATABASE_URL to use a PostgreSQL of your own.';

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function nullIfMissing(error: unknown): null {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}

/** For `.catch`: ignores that something exists, because what another start has made first is as good as our own. */
export function ignoreIfExists(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}
