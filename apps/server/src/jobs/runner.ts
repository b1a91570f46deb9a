import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { addJob, buryJob, finishJob, type LeasedJob, leaseJobs, postponeJob } from './queue.ts';

/** One kind of work: a payload that is read, and one operation that is called. */
export interface JobKind {
  run(context: Context, payload: Record<string, unknown>): Promise<void>;
  /** Of a job that recurs: how many seconds after its end it runs again. */
  everySeconds?: number;
}

export type JobKinds = Record<string, JobKind>;

export interface JobRunner {
  /** Takes no more jobs and waits for those in hand. */
  stop(): Promise<void>;
}

const atOnce = 5;

/** Retries wait 15 s, 30 s, 1 min … up to an hour; the tenth failure is the last. */
const attemptsAllowed = 10;
const retryDelay = (attempts: number) => Math.min(15 * 2 ** (attempts - 1), 3600);

export function runJobs(context: Context, kinds: JobKinds, options: { pollMs: number }): JobRunner {
  const stopping = new AbortController();
  const finished = follow(context, kinds, options.pollMs, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

async function follow(
  context: Context,
  kinds: JobKinds,
  pollMs: number,
  stopping: AbortSignal,
): Promise<void> {
  let scheduled = false;
  while (!stopping.aborted) {
    let done = 0;
    try {
      if (!scheduled) await scheduleRecurring(context, kinds);
      scheduled = true;
      done = await runDueJobs(context, kinds);
    } catch (error) {
      context.log.error({ err: error }, 'jobs could not be fetched');
    }
    if (done === 0) await sleep(pollMs, undefined, { signal: stopping }).catch(() => {});
  }
}

async function scheduleRecurring(context: Context, kinds: JobKinds): Promise<void> {
  for (const [kind, { everySeconds }] of Object.entries(kinds)) {
    if (everySeconds) await addJob(context.db, kind, {}, { uniqueKey: `recurring ${kind}` });
  }
}

async function runDueJobs(context: Context, kinds: JobKinds): Promise<number> {
  const jobs = await leaseJobs(context.db, Object.keys(kinds), atOnce);
  await Promise.all(jobs.map((job) => runJob(context, kinds, job)));
  return jobs.length;
}

async function runJob(context: Context, kinds: JobKinds, job: LeasedJob): Promise<void> {
  const { run, everySeconds } = kinds[job.kind] as JobKind;
  try {
    await run(context, job.payload);
    await (everySeconds ? postponeJob(context.db, job, everySeconds, null) : finishJob(context.db, job));
  } catch (error) {
    context.log.error({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'job failed');
    const reason = error instanceof Error ? error.message : String(error);
    if (job.attempts < attemptsAllowed || everySeconds) {
      await postponeJob(context.db, job, retryDelay(job.attempts), reason);
    } else {
      await buryJob(context.db, job, reason);
    }
  }
}
