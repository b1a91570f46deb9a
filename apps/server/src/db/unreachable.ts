const networkFailures = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
];

/** SQLSTATEs of a server that shuts down, crashes, starts up, has too many connections, or is read-only (a standby). */
const serverFailures = ['57P01', '57P02', '57P03', '53300', '25006'];

const driverFailures =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error/;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

/** Whether the server has ended a statement because it took too long (see connection.ts). */
export const isStatementTooLong = (error: unknown): boolean => codeOf(error) === '57014';

/** Whether the server has ended a statement because what it needs is locked by another for too long (see patience.ts). */
export const isLockedTooLong = (error: unknown): boolean => codeOf(error) === '55P03';

/** PostgreSQL's codes for a full disk and for memory that is used up, and the system's for files of our own. */
const fullCodes = ['53100', '53200', 'ENOSPC', 'EDQUOT'];

/** Whether something could not be written because there is no room for it. */
export const isOutOfSpace = (error: unknown): boolean => fullCodes.includes(codeOf(error));

/** Whether what failed is the database's state at the moment rather than what was asked of it. */
export const isDatabaseTrouble = (error: unknown): boolean =>
  isDatabaseUnreachable(error) || isLockedTooLong(error) || isStatementTooLong(error) || isOutOfSpace(error);

/** Whether a failed query says that the database cannot be reached, rather than that the query is wrong. */
export function isDatabaseUnreachable(error: unknown): boolean {
  // Connecting to a name that has several addresses fails once for each of them.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnreachable);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  const syscall = (error as { syscall?: unknown }).syscall;
  if (networkFailures.includes(code))
    return syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo';
  return serverFailures.includes(code) || code.startsWith('08') || driverFailures.test(error.message);
}
