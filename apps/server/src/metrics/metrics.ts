import { cpuUsage, memoryUsage } from 'node:process';
import { type Aggregator, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { version } from '../version.ts';

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const workBuckets = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60];
const delayBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const batchBuckets = [1, 2, 5, 10, 25, 50, 100, 250];

export type Readings = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Documented in docs/observability.md. Labels never contain people, teams, projects or ids. */
export type Metrics = ReturnType<typeof createMetrics>;

function createMakers(registry: Registry) {
  const registers = [registry];
  return {
    counter: <L extends string>(name: string, help: string, labelNames: L[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <L extends string>(
      name: string,
      help: string,
      aggregator: Aggregator = 'sum',
      labelNames: L[] = [],
    ) => new Gauge({ name, help, labelNames, aggregator, registers }),
    histogram: <L extends string>(name: string, help: string, buckets: number[], labelNames: L[] = []) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
  };
}
type Makers = ReturnType<typeof createMakers>;

const requestMetrics = ({ counter, gauge, histogram }: Makers) => ({
  requests: counter('skep_http_requests_total', 'HTTP responses.', ['route', 'method', 'status']),
  requestSeconds: histogram(
    'skep_http_request_duration_seconds',
    'Time from request headers to the end of the response, without live streams.',
    requestBuckets,
    ['route', 'method'],
  ),

  batchRequests: histogram('skep_ingest_batch_requests', 'Requests per ingest batch.', batchBuckets),
  batchSeconds: histogram(
    'skep_ingest_batch_duration_seconds',
    'Time to write an ingest batch.',
    requestBuckets,
  ),
  queueRequests: gauge('skep_ingest_queue_requests', 'Requests waiting for the next ingest batch.'),
  queueAgeSeconds: gauge('skep_ingest_queue_age_seconds', 'Age of the oldest waiting request.', 'max'),
  stored: counter('skep_reports_stored_total', 'Stored reports.'),
  dropped: counter('skep_reports_dropped_total', 'Dropped reports by reason: blocklist or quota.', [
    'reason',
  ]),
});

const workMetrics = ({ counter, gauge, histogram }: Makers) => ({
  jobs: counter('skep_jobs_total', 'Job runs by kind and outcome: done, failed or given_up.', [
    'kind',
    'outcome',
  ]),
  jobSeconds: histogram('skep_job_duration_seconds', 'Job run time.', workBuckets, ['kind']),
  deliveries: counter('skep_deliveries_total', 'Webhook delivery attempts by outcome: success or failed.', [
    'outcome',
  ]),
  deliverySeconds: histogram(
    'skep_delivery_duration_seconds',
    'Response time of webhook targets.',
    workBuckets,
  ),
  mails: counter('skep_mails_total', 'Emails passed to the mail server by outcome: sent or failed.', [
    'outcome',
  ]),
  deleted: counter('skep_deleted_total', 'Expired rows and objects deleted by jobs.', ['what']),
  liveStreams: gauge('skep_live_streams', 'Open live streams.'),
});

const stateMetrics = ({ gauge }: Makers) => ({
  loopLagSeconds: gauge(
    'skep_loop_lag_seconds',
    'How long the next step of a background loop is overdue; 0 while it waits.',
    'max',
    ['loop'],
  ),
  loopFailures: gauge('skep_loop_failures', 'Failed steps of a loop since the last success.', 'max', [
    'loop',
  ]),
  poolConnections: gauge(
    'skep_pool_connections',
    'Open database connections by pool and state: busy or idle.',
    'sum',
    ['pool', 'state'],
  ),
  poolConnectionsMax: gauge('skep_pool_connections_max', 'Maximum connections of a pool.', 'sum', ['pool']),
  poolWaiting: gauge('skep_pool_waiting', 'Callers waiting for a connection of a pool.', 'sum', ['pool']),

  databaseUp: gauge('skep_database_up', '1 if the database responds and accepts writes, otherwise 0.', 'min'),
  lagSeconds: gauge(
    'skep_lag_seconds',
    'Age of the oldest due item of each background flow; 0 if there is none.',
    'max',
    ['flow'],
  ),
  waiting: gauge('skep_waiting', 'Due items of each background flow, capped at 1000.', 'max', ['flow']),
  jobsGivenUp: gauge('skep_jobs_given_up', 'Failed jobs that need to be retried or discarded.', 'max'),
  databaseBytes: gauge('skep_database_size_bytes', 'Size of the database.', 'max'),
  backupAgeSeconds: gauge(
    'skep_backup_age_seconds',
    'Age of the newest backup in BACKUP_DIR, or of the process if there is none.',
    'min',
  ),
  diskBytes: gauge('skep_data_disk_size_bytes', 'Size of the disk of DATA_DIR.', 'max'),
  diskFreeBytes: gauge('skep_data_disk_free_bytes', 'Free space on the disk of DATA_DIR.', 'max'),
});

const processMetrics = ({ counter, gauge, histogram }: Makers) => ({
  eventLoopDelay: histogram(
    'skep_event_loop_delay_seconds',
    'Delay of a timer that fires ten times a second.',
    delayBuckets,
  ),
  buildInfo: gauge('skep_build_info', 'The running version; always 1.', 'max', ['version']),
  processes: gauge('skep_processes', 'Server processes of this service.'),
  residentBytes: gauge('process_resident_memory_bytes', 'Resident memory.'),
  startSeconds: gauge(
    'process_start_time_seconds',
    'Start time of the oldest process in Unix seconds.',
    'min',
  ),
  cpuSeconds: counter('process_cpu_seconds_total', 'User and system CPU time.'),
});

export function createMetrics() {
  const registry = new Registry();
  const makers = createMakers(registry);
  const collectors: (() => unknown)[] = [];
  const metrics = {
    ...requestMetrics(makers),
    ...workMetrics(makers),
    ...stateMetrics(makers),
    ...processMetrics(makers),
    /** Registers a callback that updates gauges before metrics are read. */
    onRead(collect: () => unknown): void {
      collectors.push(collect);
    },
    async read(): Promise<Readings> {
      await Promise.all(collectors.map((collect) => collect()));
      return registry.getMetricsAsJSON();
    },
  };

  // Known series start at zero.
  for (const reason of ['blocklist', 'quota']) metrics.dropped.inc({ reason }, 0);
  for (const outcome of ['success', 'failed']) metrics.deliveries.inc({ outcome }, 0);
  for (const outcome of ['sent', 'failed']) metrics.mails.inc({ outcome }, 0);
  return metrics;
}

const delayEveryMs = 100;

export function measureProcess(metrics: Metrics): () => void {
  metrics.onRead(() => {
    const { user, system } = cpuUsage();
    metrics.buildInfo.set({ version }, 1);
    metrics.processes.set(1);
    metrics.residentBytes.set(memoryUsage.rss());
    metrics.startSeconds.set(performance.timeOrigin / 1_000);
    metrics.cpuSeconds.reset();
    metrics.cpuSeconds.inc((user + system) / 1e6);
  });
  // A late timer shows that the event loop was blocked.
  let dueAt = performance.now() + delayEveryMs;
  const timer = setInterval(() => {
    const now = performance.now();
    metrics.eventLoopDelay.observe(Math.max(0, now - dueAt) / 1_000);
    dueAt = now + delayEveryMs;
  }, delayEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
