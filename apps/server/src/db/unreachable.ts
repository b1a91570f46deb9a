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

/** PostgreSQL's codes for a server that shuts down, crashes or starts up, and for one with too many connections. */
const serverFailures = ['57P01', '57P02', '57P03', '53300'];

const driverFailures =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether the server has ended a statement because it took too long (see connection.ts). */
export const isStatementTooLong = (error: unknown): boolean => (error as { code?: string }).code === '57014';

/** Whether a failed query says that the database cannot be reached, rather than that the query is wrong. */
export function isDatabaseUnreachable(error: unknown): boolean {
  // Connecting to a name that has several addresses fails once for each of them.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnreachable);
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  const syscall = (error as { syscall?: unknown }).syscall;
  if (networkFailures.includes(code))
    return syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo';
  return serverFailures.includes(code) || code.startsWith('08') || driverFailures.test(error.message);
}
