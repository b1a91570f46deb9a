import type { Contents } from '../backup/archive.ts';
import { oneLine } from '../mail/foreign-text.ts';
import { StartError } from '../start-error.ts';

export function describeContents({ rows, attachments }: Contents): string {
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return `${count} rows in ${Object.keys(rows).length} tables and ${attachments} attachments`;
}

/** Lets Ctrl-C end the work in order, and says what a failure means for the operator. */
export async function untilInterrupted<T>(
  consequence: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Error('it was interrupted'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work(interruption.signal);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const cause = interruption.signal.aborted ? interruption.signal.reason : error;
    // PostgreSQL tells which value it did not like, and that is whatever the file has.
    throw new StartError(`${consequence}: ${oneLine((cause as Error).message, 500)}.`, { cause: error });
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
