import { NoResultError } from 'kysely';
import pg from 'pg';
import {
  type ApiError,
  commitsStalled,
  connectionsBusy,
  databaseSilent,
  lockedByOthers,
  outOfSpace,
  statementTooLong,
} from '../errors.ts';

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

/** SQLSTATEs of a server that is shutting down, crashed, starting, out of connections, or read-only. */
const serverFailures = ['57P01', '57P02', '57P03', '53300', '25006'];

const driverFailures =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error/;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

export const isStatementTooLong = (error: unknown): boolean => codeOf(error) === '57014';

export const isLockedTooLong = (error: unknown): boolean => codeOf(error) === '55P03';

/** Codes for a full disk or exhausted memory, from PostgreSQL and from the operating system. */
const fullCodes = ['53100', '53200', 'ENOSPC', 'EDQUOT'];

export const isOutOfSpace = (error: unknown): boolean => fullCodes.includes(codeOf(error));

export class PoolExhausted extends Error {
  override message = 'connection pool exhausted';
}

/** Thrown instead of a commit that would wait for an unresponsive synchronous standby (see server-watch.ts). */
export class CommitsStalled extends Error {
  override message = 'commits wait for a synchronous standby';
}

interface DatabaseFailure {
  isCause(error: unknown): boolean;
  log: string;
  logEveryMs?: number;
  answer(): ApiError;
}

/** The first match applies. */
const databaseFailures: DatabaseFailure[] = [
  { isCause: isPoolExhausted, log: 'database connection pool exhausted', answer: connectionsBusy },
  {
    isCause: (error) => error instanceof CommitsStalled,
    log: 'commits wait for a synchronous standby',
    answer: commitsStalled,
  },
  { isCause: isDatabaseUnreachable, log: 'database unreachable', answer: databaseSilent },
  { isCause: isLockedTooLong, log: 'lock timeout', answer: lockedByOthers },
  { isCause: isStatementTooLong, log: 'statement timeout', answer: statementTooLong },
  // A full disk needs an operator, so it is logged less often.
  { isCause: isOutOfSpace, log: 'no space left', logEveryMs: 60_000, answer: outOfSpace },
];

export const databaseFailureOf = (error: unknown): DatabaseFailure | undefined =>
  databaseFailures.find(({ isCause }) => isCause(error));

export const isDatabaseFailure = (error: unknown): boolean => databaseFailureOf(error) !== undefined;

export function isPoolExhausted(error: unknown): boolean {
  return error instanceof AggregateError
    ? error.errors.every(isPoolExhausted)
    : error instanceof PoolExhausted;
}

export function isDatabaseUnreachable(error: unknown): boolean {
  // A host name with several IP addresses fails once for each.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnreachable);
  if (error instanceof PoolExhausted || error instanceof CommitsStalled) return true;
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (networkFailures.includes(code))
    return ['connect', 'read', 'write', 'getaddrinfo'].includes(
      (error as NodeJS.ErrnoException).syscall ?? '',
    );
  return serverFailures.includes(code) || code.startsWith('08') || driverFailures.test(error.message);
}

const hasCode = (error: unknown, code: string): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === code;

export const violatesUnique = (error: unknown, constraint: string): boolean =>
  hasCode(error, '23505') && error.constraint === constraint;

export const violatesForeignKey = (error: unknown, constraint: string): boolean =>
  hasCode(error, '23503') && error.constraint === constraint;

/** Whether a row was deleted while the request was using it. */
export const isDeletedConcurrently = (error: unknown): boolean =>
  error instanceof NoResultError || hasCode(error, '23503');

export const isAccountGone = (error: unknown): boolean =>
  hasCode(error, '23503') &&
  /^(mcp_tokens|memberships|password_resets)_user_id_fkey$/.test(error.constraint ?? '');
