import { isDatabaseUnreachable } from './db/unreachable.ts';
import { StartError } from './start-error.ts';

interface SystemError extends Error {
  code?: string;
  port?: number;
  address?: string;
}

/** One sentence where we know what happened and what to do; everything else with its stack. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return error.message;
  const { code, port, address } = error as SystemError;
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: stop what runs there, or set PORT to another one.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is not an address of this machine.`;
  if (code === 'EACCES' && port)
    return `Port ${port} needs more rights than this user has: set PORT to one above 1023.`;
  if (isDatabaseUnreachable(error) || isRefusedLogin(code)) {
    return `The PostgreSQL of DATABASE_URL cannot be used: ${reasonOf(error)}. Check the address, and that the server runs.`;
  }
  return error.stack ?? error.message;
}

/** Wrong password, unknown user, no access, unknown database. */
const isRefusedLogin = (code = '') => ['28P01', '28000', '3D000', '42501'].includes(code);

/** A name with several addresses fails once for each. */
function reasonOf(error: Error): string {
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  return first.message.replace(/\.$/, '');
}
