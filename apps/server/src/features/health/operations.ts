import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { ping } from './queries.ts';

const patienceMs = 3_000;

export type IsDatabaseAnswering = () => Promise<boolean>;

/**
 * Checks the database by request coalescing ("single flight"): everybody who asks while a query is under way shares its
 * answer, so there is never more than one, however many ask.
 */
export function createHealthCheck(context: Context): IsDatabaseAnswering {
  let asking: Promise<boolean> | undefined;
  return () => {
    asking ??= isDatabaseAnswering(context).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/** Asks on the pool `following`, whose connections are never all taken by the requests of users. */
async function isDatabaseAnswering({ pools, log }: Context): Promise<boolean> {
  const answer = ping(pools.following).then(
    () => true,
    (error) => {
      log.warn({ err: error }, 'database check failed');
      return false;
    },
  );
  return Promise.race([answer, sleep(patienceMs, false, { ref: false })]);
}
