import { type DestinationStream, type Logger, pino } from 'pino';

export function createLog(level: string, destination?: DestinationStream): Logger {
  // The log goes to standard error, so that what a person should read stands alone on standard output.
  return pino(
    { level, serializers: { err: describeError } },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}

/** An error of the database driver holds its whole connection and the statement's parameters: they are kept out of the log. */
function describeError(error: Error & { code?: unknown }): Record<string, unknown> {
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return { type: error.name, message: error.message, code: error.code, stack: error.stack, cause };
}
