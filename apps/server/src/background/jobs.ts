import type { Logger } from 'pino';
import type { Database } from '../db/connection.ts';
import { isDatabaseFailure } from '../db/errors.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ThrottledLog } from '../throttled-log.ts';
import { onBehalfOf } from '../tracing/cause.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { backoff, type Loops, type Running } from './loop.ts';
import {
  addJob,
  deadLetterJob,
  finishJob,
  type LeasedJob,
  leaseJobs,
  leaseSeconds,
  postponeJob,
  renewLease,
} from './queue.ts';

export interface JobKind<Context> {
  /** `stopping` is aborted on shutdown, which waits for the job, and when the lease is lost. */
  run(context: Context, payload: Record<string, unknown>, stopping: AbortSignal): Promise<void>;
  /** Makes the job recurring: it runs again this long after it ends. */
  everySeconds?: number | (() => number);
  attempts?: number;
}

export type JobKinds<Context> = Record<string, JobKind<Context>>;

interface JobRunnerParts {
  pools: { main: Database };
  log: Logger;
  throttledLog: ThrottledLog;
  loops: Loops;
  metrics: Metrics;
  tracer: Tracer | null;
}

const defaultAttempts = 10;
/** Limit for one-off jobs. Recurring jobs are not counted, so a slow mail server does not delay them. */
const maxConcurrent = 10;

export function startJobs<C extends JobRunnerParts>(
  context: C,
  given: JobKinds<C>,
  { pollMs, intervalFactor = 1 }: { pollMs: number; intervalFactor?: number },
): Running {
  const { main: db } = context.pools;
  const kinds = scaleIntervals(given, intervalFactor);
  const names = Object.keys(kinds);
  const isRecurring = (kind: string) => kinds[kind]?.everySeconds !== undefined;
  const recurring = names.filter(isRecurring);
  const others = names.filter((kind) => !isRecurring(kind));
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let free = maxConcurrent;
  let isScheduled = false;

  function begin(job: LeasedJob): void {
    const cost = isRecurring(job.kind) ? 0 : 1;
    free -= cost;
    const done = traceJob(context, kinds[job.kind] as JobKind<C>, job, stopping.signal).finally(() => {
      free += cost;
      running.delete(done);
      if (cost > 0) loop.wake();
    });
    running.add(done);
  }

  const loop = context.loops.start({
    name: 'jobs',
    async step() {
      if (!isScheduled)
        for (const kind of recurring) await addJob(db, kind, {}, { uniqueKey: `recurring ${kind}` });
      isScheduled = true;
      const jobs = await leaseJobs(db, { recurring, others }, free);
      for (const job of jobs) begin(job);
      return pollMs;
    },
  });

  return {
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(running);
    },
  };
}

/** Runs the job in the context of the request that enqueued it. Recurring jobs are not traced: most have nothing to do. */
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
        attributes: {
          'skep.request_id': requestId ?? undefined,
          'skep.job.id': job.id,
          'skep.job.attempt': job.attempts,
        },
      });
  const error = await onBehalfOf({ requestId, span }, () => runJob(context, kind, job, stopping));
  span?.end({ error });
}

async function runJob<C extends JobRunnerParts>(
  context: C,
  kind: JobKind<C>,
  job: LeasedJob,
  stopping: AbortSignal,
): Promise<string | undefined> {
  const { log, metrics, pools, throttledLog } = context;
  const line = { job: job.id, kind: job.kind, attempts: job.attempts };
  const begunAt = performance.now();
  try {
    await withLease(pools.main, job, (lost) =>
      kind.run(context, job.payload, AbortSignal.any([stopping, lost])),
    );
    metrics.jobs.inc({ kind: job.kind, outcome: 'done' });
    if (kind.everySeconds) await postponeJob(pools.main, job, intervalOf(kind), null);
    else await finishJob(pools.main, job);
    const ms = Math.round((performance.now() - begunAt) * 10) / 10;
    if (!kind.everySeconds) log.info({ ...line, ms }, 'job');
    return undefined;
  } catch (error) {
    metrics.jobs.inc({ kind: job.kind, outcome: 'failed' });
    if (isDatabaseFailure(error)) throttledLog.warn('job waits for the database', error);
    else log.error({ err: error, ...line }, 'job failed');
    const reason = error instanceof Error ? error.message : String(error);
    // If this fails too, the lease expires and another node takes the job.
    await rescheduleJob(context, kind, job, reason).catch((failure) =>
      throttledLog.warn('cannot reschedule job', failure),
    );
    return reason;
  } finally {
    metrics.jobSeconds.observe({ kind: job.kind }, (performance.now() - begunAt) / 1_000);
  }
}

function scaleIntervals<C>(kinds: JobKinds<C>, factor: number): JobKinds<C> {
  const entries = Object.entries(kinds).map(([name, kind]) => {
    const { everySeconds } = kind;
    return [name, typeof everySeconds === 'number' ? { ...kind, everySeconds: everySeconds * factor } : kind];
  });
  return Object.fromEntries(entries);
}

function intervalOf<C>({ everySeconds = 0 }: JobKind<C>): number {
  return typeof everySeconds === 'function' ? everySeconds() : everySeconds;
}

async function withLease(
  db: Database,
  job: LeasedJob,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  let renewing: Promise<unknown> = Promise.resolve();
  const renew = () => {
    // The database may recover before the lease expires.
    renewing = renewLease(db, job).then(
      (isHeld) => isHeld || lost.abort(),
      () => {},
    );
  };
  const timer = setInterval(renew, (leaseSeconds / 4) * 1_000);
  try {
    await work(lost.signal);
  } finally {
    clearInterval(timer);
    await renewing;
  }
}

/** Retries after 15, 30, 60 … seconds up to an hour. Recurring jobs retry after at most a minute or their interval. */
async function rescheduleJob<C extends JobRunnerParts>(
  { pools, metrics }: C,
  kind: JobKind<C>,
  job: LeasedJob,
  reason: string,
): Promise<void> {
  // The message may quote another server's response, and the database rejects NUL.
  const error = reason.replaceAll('\0', '').toWellFormed().slice(0, 2_000);
  const delay = backoff(job.attempts, 15, 3_600);
  if (kind.everySeconds)
    await postponeJob(pools.main, job, Math.min(delay, Math.max(intervalOf(kind), 60)), error);
  else if (job.attempts < (kind.attempts ?? defaultAttempts))
    await postponeJob(pools.main, job, delay, error);
  else {
    await deadLetterJob(pools.main, job, error);
    metrics.jobs.inc({ kind: job.kind, outcome: 'given_up' });
  }
}

/** Runs all clean-ups hourly and counts what each deletes. A failure does not stop the others. */
export function cleanUpJob<C extends { metrics: Metrics }>(
  cleanUps: Record<string, (context: C) => Promise<number>>,
): JobKind<C> {
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
