import { type DestinationStream, type Logger, pino } from 'pino';
import { currentRequestId } from './tracing/cause.ts';

export function createLog(level: string, destination?: DestinationStream): Logger {
  // Logs go to standard error, so that standard output is for people.
  const log: Logger = pino(
    { level, serializers: { err: describeError }, mixin: (_line, _level, logger) => causeOf(logger === log) },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
  return log;
}

/** Adds the id of the causing request. Request loggers already have it. */
function causeOf(isCommonLog: boolean): { request_id?: string } {
  const request_id = isCommonLog ? currentRequestId() : null;
  return request_id === null ? {} : { request_id };
}

/** Errors of the driver contain the connection and parameters, which must not be logged. */
function describeError(error: Error & { code?: unknown }): Record<string, unknown> {
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return { type: error.name, message: error.message, code: error.code, stack: error.stack, cause };
}
