import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';

const patienceMs = 3_000;

export async function isDatabaseAnswering({ db, log }: Context): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    (error) => {
      log.warn({ err: error }, 'database check failed');
      return false;
    },
  );
  return Promise.race([answer, sleep(patienceMs, false, { ref: false })]);
}
