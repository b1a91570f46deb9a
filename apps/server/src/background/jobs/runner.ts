import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isDatabaseTrouble, isDatabaseUnreachable } from '../../db/unreachable.ts';
import type { SeldomLog } from '../../log-seldom.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { onBehalfOf } from '../../tracing/cause.ts';
import type { Tracer } from '../../tracing/tracer.ts';
import { type Backoff, delayAfter, doubling } from '../backoff.ts';
import type { Loops, Running } from '../loops.ts';
import { bringBackJobs } from './bring-back.ts';
import { keepingLease } from './lease.ts';
import { addJob, buryJob, finishJob, type LeasedJob, leaseJobs, leaseSeconds, postponeJob } from './queue.ts';

/** One kind of job: it reads its payload and calls one operation. */
export interface JobKind<Context> {
  /** `stopping` is aborted when the process is to stop; the process then waits for the jobs that it has taken. */
  run(context: Context, payload: Record<string, unknown>, stopping: AbortSignal): Promise<void>;
  /** Makes the job recur: it runs again so many seconds after its end. */
  everySeconds?: number;
  /** Of a job that recurs at a time of day: how long it is until then. `everySeconds` is the longest that this can be. */
  secondsUntilNext?(): number;
  /** Whether it may take longer than a lease, which is then renewed; `stopping` is aborted, too, should it be lost. */
  isLong?: boolean;
  /** For how long a job that does not recur is put off at most, but for failures; a minute unless this says otherwise. */
  longestWaitSeconds?: number;
  /** How often a job that does not recur is tried before it is given up; ten times unless this says otherwise. */
  attempts?: number;
}

export type JobKinds<Context> = Record<string, JobKind<Context>>;

/** The parts of the context that the runner itself uses; jobs get the whole context. */
interface JobRunnerParts {
  pools: { main: Database };
  log: Logger;
  seldom: SeldomLog;
  loops: Loops;
  metrics: Metrics;
  tracer: Tracer | null;
}

const usualAttempts = 10;
const usualWaitSeconds = 60;
/** After how many looks for jobs that are due to look for those that lie further ahead than they are ever put off. */
const looksToBringBack = 10;

/** Exponential backoff in seconds: 15, 30, 60 … up to an hour. */
const retries: Backoff = { delays: doubling(15, 3_600) };

/** A pool of workers for some kinds of jobs, `size` of which are done at once. Jobs of one crew do not wait for another's. */
interface Crew<C> {
  name: string;
  kinds: JobKinds<C>;
  size: number;
}

/** The size of the crew for jobs that do not recur. Those that recur have a crew with a worker for each kind: none waits. */
const usualSize = 10;

export function startJobs<C extends JobRunnerParts>(
  context: C,
  kinds: JobKinds<C>,
  { pollMs }: { pollMs: number },
): Running {
  const crews = crewsOf(kinds).map((crew) => startCrew(context, crew, pollMs));
  return {
    async stop() {
      await Promise.all(crews.map((crew) => crew.stop()));
    },
  };
}

function crewsOf<C>(kinds: JobKinds<C>): Crew<C>[] {
  const { recurring = [], usual = [] } = Object.groupBy(Object.entries(kinds), ([, { everySeconds }]) =>
    everySeconds ? 'recurring' : 'usual',
  );
  const crews = [
    { name: 'recurring jobs', kinds: Object.fromEntries(recurring), size: recurring.length },
    { name: 'jobs', kinds: Object.fromEntries(usual), size: usual.length > 0 ? usualSize : 0 },
  ];
  return crews.filter(({ size }) => size > 0);
}

/** Starts a crew. When it is stopped, it takes no more jobs and waits for those that it has taken. */
function startCrew<C extends JobRunnerParts>(
  context: C,
  { name, kinds, size }: Crew<C>,
  pollMs: number,
): Running {
  const inHand = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isScheduled = false;
  let broughtBackAt = Number.NEGATIVE_INFINITY;
  const waits = Object.entries(kinds).map(([kind, each]) => longestWaitsOf(kind, each));

  function begin(job: LeasedJob): void {
    const done = traceJob(context, kinds[job.kind] as JobKind<C>, job, stopping.signal).finally(() => {
      if (inHand.size === size) loop.wake();
      inHand.delete(done);
    });
    inHand.add(done);
  }

  const loop = context.loops.start({
    name,
    async step() {
      if (!isScheduled) await scheduleRecurring(context, kinds);
      isScheduled = true;
      if (performance.now() - broughtBackAt > looksToBringBack * pollMs) {
        await bringBackJobs(context.pools.main, waits);
        broughtBackAt = performance.now();
      }
      const jobs = await inTransaction(context.pools.main, (trx) =>
        leaseJobs(trx, Object.keys(kinds), size - inHand.size),
      );
      for (const job of jobs) begin(job);
      if (inHand.size === size) return Number.POSITIVE_INFINITY;
      return jobs.length > 0 ? 0 : pollMs;
    },
  });

  return {
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(inHand);
    },
  };
}

async function scheduleRecurring<C extends JobRunnerParts>(context: C, kinds: JobKinds<C>): Promise<void> {
  for (const [kind, { everySeconds }] of Object.entries(kinds)) {
    if (everySeconds) await addJob(context.pools.main, kind, {}, { uniqueKey: `recurring ${kind}` });
  }
}

/** A job is done on behalf of the request that asked for it. Those that recur are not traced: most have nothing to do. */
async function traceJob<C extends JobRunnerParts>(
  context: C,
  kind: JobKind<C>,
  job: LeasedJob,
  stopping: AbortSignal,
): Promise<void> {
  const { request_id: requestId } = job;
  const span = kind.everySeconds
    ? undefined
    : context.tracer?.begin(`job ${job.kind}`, {
        kind: 'consumer',
        parent: context.tracer.spanOfRequest(requestId),
        attributes: { 'skep.request_id': requestId, 'skep.job.id': job.id, 'skep.job.attempt': job.attempts },
      });
  const error = await onBehalfOf({ requestId, span }, () => runJob(context, kind, job, stopping));
  span?.end({ error });
}

/** Says what went wrong, if anything did. */
async function runJob<C extends JobRunnerParts>(
  context: C,
  kind: JobKind<C>,
  job: LeasedJob,
  stopping: AbortSignal,
): Promise<string | undefined> {
  const { jobs, jobSeconds } = context.metrics;
  const begunAt = performance.now();
  try {
    await perform(context, kind, job, stopping);
    jobs.inc({ kind: job.kind, outcome: 'done' });
    const nextIn = kind.secondsUntilNext?.() ?? kind.everySeconds;
    if (nextIn !== undefined) await postponeJob(context.pools.main, job, nextIn, null);
    else await finishJob(context.pools.main, job);
    if (!kind.everySeconds) context.log.info({ ...lineOf(job), ms: since(begunAt) }, 'job');
    return undefined;
  } catch (error) {
    jobs.inc({ kind: job.kind, outcome: 'failed' });
    if (isDatabaseTrouble(error)) context.seldom.warn('a job waits for the database', error);
    else context.log.error({ err: error, ...lineOf(job) }, 'job failed');
    await putBackInTheEnd(context, kind, job, error, stopping).catch((failure) =>
      // Then the lease ends by itself, and another takes the job.
      context.seldom.warn('a job could not be put back', failure),
    );
    return error instanceof Error ? error.message : String(error);
  } finally {
    jobSeconds.observe({ kind: job.kind }, since(begunAt) / 1_000);
  }
}

const lineOf = ({ id, kind, attempts }: LeasedJob) => ({ job: id, kind, attempts });

const since = (begunAt: number) => Math.round((performance.now() - begunAt) * 10) / 10;

async function perform<C extends JobRunnerParts>(
  context: C,
  { run, isLong }: JobKind<C>,
  job: LeasedJob,
  stopping: AbortSignal,
): Promise<void> {
  if (!isLong) return run(context, job.payload, stopping);
  await keepingLease(context.pools.main, job, (lost) =>
    run(context, job.payload, AbortSignal.any([stopping, lost])),
  );
}

/**
 * A database that cannot be reached for a moment, which may be why the job has failed, is no reason to leave a job that runs
 * every second alone until its lease is over.
 */
async function putBackInTheEnd<C extends JobRunnerParts>(
  context: C,
  kind: JobKind<C>,
  job: LeasedJob,
  error: unknown,
  stopping: AbortSignal,
): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await putBack(context, kind, job, error);
    } catch (failure) {
      if (!isDatabaseUnreachable(failure) || stopping.aborted || attempts > leaseSeconds) throw failure;
      await sleep(1_000, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

function longestWaitsOf<C>(kind: string, { everySeconds, longestWaitSeconds }: JobKind<C>) {
  return {
    kind,
    usual: everySeconds ?? longestWaitSeconds ?? usualWaitSeconds,
    afterFailures: everySeconds ? [afterFailure(everySeconds)] : retries.delays,
  };
}

/** A job that recurs every second is not left alone for an hour because it has failed. */
const afterFailure = (everySeconds: number) => Math.max(everySeconds, 60);

/** What another server has answered may be in it: the database takes no zero byte, and nobody reads more than so much. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed().slice(0, 2_000);

async function putBack<C extends JobRunnerParts>(
  { pools, metrics }: C,
  { everySeconds, attempts = usualAttempts }: JobKind<C>,
  job: LeasedJob,
  error: unknown,
): Promise<void> {
  const reason = storable(error instanceof Error ? error.message : String(error));
  const delay = delayAfter(retries, job.attempts);
  if (everySeconds) await postponeJob(pools.main, job, Math.min(delay, afterFailure(everySeconds)), reason);
  else if (job.attempts < attempts) await postponeJob(pools.main, job, delay, reason);
  else {
    await buryJob(pools.main, job, reason);
    metrics.jobs.inc({ kind: job.kind, outcome: 'given_up' });
  }
}
