import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { ask } from './queries.ts';

const patienceMs = 3_000;

export type IsDatabaseAnswering = () => Promise<boolean>;

/** Everybody who asks while a question is on its way shares its answer: however many ask, it is one at a time. */
export function createHealthCheck(context: Context): IsDatabaseAnswering {
  let asking: Promise<boolean> | undefined;
  return () => {
    asking ??= isDatabaseAnswering(context).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/** On connections that do not wait behind busy users. */
async function isDatabaseAnswering({ pools, log }: Context): Promise<boolean> {
  const answer = ask(pools.following).then(
    () => true,
    (error) => {
      log.warn({ err: error }, 'database check failed');
      return false;
    },
  );
  return Promise.race([answer, sleep(patienceMs, false, { ref: false })]);
}
