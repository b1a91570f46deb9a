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

/** Shutting down, starting up, too many connections. */
const serverFailures = ['57P01', '57P02', '57P03', '53300'];

const driverFailures =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Of a statement that the server has ended because it took too long (see connection.ts). */
export const isStatementTooLong = (error: unknown): boolean => (error as { code?: string }).code === '57014';

/** Whether a failed query says that the database cannot be reached, rather than that the query is wrong. */
export function isDatabaseUnreachable(error: unknown): boolean {
  // A name with several addresses fails once for each.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnreachable);
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  const syscall = (error as { syscall?: unknown }).syscall;
  if (networkFailures.includes(code))
    return syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo';
  return serverFailures.includes(code) || code.startsWith('08') || driverFailures.test(error.message);
}
