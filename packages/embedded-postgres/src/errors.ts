/** An error that a user can fix. Print only the message. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

export class DataDirectoryInUseError extends EmbeddedPostgresError {
  override name = 'DataDirectoryInUseError';

  constructor(dataDir: string) {
    super(`Another Skep is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`);
  }
}

export const orUseOwnDatabase = ', or set DATABASE_URL to use your own PostgreSQL.';

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

/** For `.catch`: a concurrent start may have created the same thing. */
export function ignoreIfExists(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}
