import { StartError } from '../start-error.ts';

/** What the terminal shows: one sentence where we know what happened and what to do, and otherwise the error with its stack. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof StartError ? error.message : (error.stack ?? error.message);
}
