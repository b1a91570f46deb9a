import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../db/connection.ts';
import { addJob, buryJob, finishJob, type LeasedJob, leaseJobs, postponeJob } from './queue.ts';

/** One kind of work: a payload that is read, and one operation that is called. */
export interface JobKind<Context> {
  run(context: Context, payload: Record<string, unknown>): Promise<void>;
  /** Of a job that recurs: how many seconds after its end it runs again. */
  everySeconds?: number;
  /** How often it is tried before it is given up; ten times unless this says otherwise. */
  attempts?: number;
}

export type JobKinds<Context> = Record<string, JobKind<Context>>;

/** What running them takes; each gets all of the context. */
interface Parts {
  pools: { main: Database };
  log: Logger;
}

export interface JobRunner {
  /** Takes no more jobs and waits for those in hand. */
  stop(): Promise<void>;
}

/** Retries wait 15 s, 30 s, 1 min … up to an hour; the tenth failure is the last. */
const usualAttempts = 10;
const retryDelay = (attempts: number) => Math.min(15 * 2 ** Math.min(attempts - 1, 10), 3600);

/** Jobs of these kinds, so many at once. Those of one lane do not wait for those of another. */
interface Lane<C> {
  kinds: JobKinds<C>;
  width: number;
}

/** There is one job of each kind that recurs: in a lane as wide, none of them ever waits. */
const usualWidth = 10;

export function runJobs<C extends Parts>(
  context: C,
  kinds: JobKinds<C>,
  options: { pollMs: number },
): JobRunner {
  const stopping = new AbortController();
  const finished = Promise.all(
    lanesOf(kinds).map((lane) => follow(context, lane, options.pollMs, stopping.signal)),
  );
  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

function lanesOf<C>(kinds: JobKinds<C>): Lane<C>[] {
  const { recurring = [], usual = [] } = Object.groupBy(Object.entries(kinds), ([, { everySeconds }]) =>
    everySeconds ? 'recurring' : 'usual',
  );
  const lanes = [
    { kinds: Object.fromEntries(recurring), width: recurring.length },
    { kinds: Object.fromEntries(usual), width: usual.length > 0 ? usualWidth : 0 },
  ];
  return lanes.filter(({ width }) => width > 0);
}

async function follow<C extends Parts>(
  context: C,
  lane: Lane<C>,
  pollMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const inHand = new Set<Promise<void>>();
  let scheduled = false;
  while (!stopping.aborted) {
    let taken = 0;
    try {
      if (!scheduled) await scheduleRecurring(context, lane.kinds);
      scheduled = true;
      taken = await takeJobs(context, lane, inHand);
    } catch (error) {
      context.log.error({ err: error }, 'jobs could not be fetched');
    }
    if (inHand.size >= lane.width) await Promise.race(inHand);
    else if (taken === 0) await sleep(pollMs, undefined, { signal: stopping }).catch(() => {});
  }
  await Promise.all(inHand);
}

async function scheduleRecurring<C extends Parts>(context: C, kinds: JobKinds<C>): Promise<void> {
  for (const [kind, { everySeconds }] of Object.entries(kinds)) {
    if (everySeconds) await addJob(context.pools.main, kind, {}, { uniqueKey: `recurring ${kind}` });
  }
}

/** Starts as many as there is room for; says how many that were. */
async function takeJobs<C extends Parts>(
  context: C,
  { kinds, width }: Lane<C>,
  inHand: Set<Promise<void>>,
): Promise<number> {
  const jobs = await leaseJobs(context.pools.main, Object.keys(kinds), width - inHand.size);
  for (const job of jobs) {
    const done = runJob(context, kinds[job.kind] as JobKind<C>, job).finally(() => inHand.delete(done));
    inHand.add(done);
  }
  return jobs.length;
}

async function runJob<C extends Parts>(context: C, kind: JobKind<C>, job: LeasedJob): Promise<void> {
  try {
    await kind.run(context, job.payload);
    if (kind.everySeconds) await postponeJob(context.pools.main, job, kind.everySeconds, null);
    else await finishJob(context.pools.main, job);
  } catch (error) {
    context.log.error({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'job failed');
    await putBack(context, kind, job, error).catch((failure) =>
      // The lease ends by itself.
      context.log.error({ err: failure, job: job.id }, 'job could not be put back'),
    );
  }
}

async function putBack<C extends Parts>(
  { pools }: C,
  { everySeconds, attempts = usualAttempts }: JobKind<C>,
  job: LeasedJob,
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const delay = retryDelay(job.attempts);
  // What is done every second is not left alone for an hour.
  if (everySeconds) await postponeJob(pools.main, job, Math.min(delay, Math.max(everySeconds, 60)), reason);
  else if (job.attempts < attempts) await postponeJob(pools.main, job, delay, reason);
  else await buryJob(pools.main, job, reason);
}
