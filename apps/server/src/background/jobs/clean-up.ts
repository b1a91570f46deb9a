import type { JobKind } from './runner.ts';

/** Deletes what a room has kept for long enough. */
export type CleanUp<C> = (context: C) => Promise<void>;

/** A job that runs all clean-ups every hour, one after the other. When one fails, the others still run, and all are retried. */
export function cleaningUp<C>(cleanUps: CleanUp<C>[]): JobKind<C> {
  return {
    everySeconds: 3600,
    async run(context) {
      const failures: unknown[] = [];
      for (const cleanUp of cleanUps) await cleanUp(context).catch((error) => failures.push(error));
      if (failures.length === 1) throw failures[0];
      if (failures.length > 1) throw new AggregateError(failures, `${failures.length} clean-ups failed`);
    },
  };
}
