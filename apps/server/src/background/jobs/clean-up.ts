import type { Metrics } from '../../metrics/metrics.ts';
import type { JobKind } from './runner.ts';

/** Deletes what a room has kept for long enough, and returns how much that was. */
export type CleanUp<C> = (context: C) => Promise<number>;

/**
 * A job that runs all clean-ups every hour, one after the other, and counts by their names what they delete. When one fails, the
 * others still run, and all are retried.
 */
export function cleaningUp<C extends { metrics: Metrics }>(cleanUps: Record<string, CleanUp<C>>): JobKind<C> {
  return {
    everySeconds: 3600,
    async run(context) {
      const failures: unknown[] = [];
      for (const [what, cleanUp] of Object.entries(cleanUps)) {
        await cleanUp(context).then(
          (deleted) => context.metrics.deleted.inc({ what }, deleted),
          (error) => failures.push(error),
        );
      }
      if (failures.length === 1) throw failures[0];
      if (failures.length > 1) throw new AggregateError(failures, `${failures.length} clean-ups failed`);
    },
  };
}
