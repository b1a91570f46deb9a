import { type DestinationStream, type Logger, pino } from 'pino';
import { currentRequestId } from './tracing/cause.ts';

export function createLog(level: string, destination?: DestinationStream): Logger {
  // The log goes to standard error, so that what a person should read stands alone on standard output.
  const log: Logger = pino(
    { level, serializers: { err: describeError }, mixin: (_line, _level, logger) => causeOf(logger === log) },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
  return log;
}

/** The id of the request that has caused a line. Requests themselves have logs of their own, which know it already. */
function causeOf(isCommonLog: boolean): { request_id?: string } {
  const request_id = isCommonLog ? currentRequestId() : null;
  return request_id === null ? {} : { request_id };
}

/** An error of the database driver holds its whole connection and the statement's parameters: they are kept out of the log. */
function describeError(error: Error & { code?: unknown }): Record<string, unknown> {
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return { type: error.name, message: error.message, code: error.code, stack: error.stack, cause };
}
