import { StartError } from '../../start-error.ts';
export class DataDirInUseError extends StartError {
  constructor(dataDir: string) {
    super(`Another Skep is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`);
    this.name = 'DataDirInUseError';
  }
}

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For `.catch`: a missing file is an answer, every other failure stays a failure. */
export function nullIfMissing(error: unknown): null {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
