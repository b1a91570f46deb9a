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
  requests: counter('skep_http_requests_total', 'Requests that were answered.', [
    'route',
    'method',
    'status',
  ]),
  requestSeconds: histogram(
    'skep_http_request_duration_seconds',
    'Time from the head of a request to the end of its answer; live streams are left out.',
    requestBuckets,
    ['route', 'method'],
  ),

  batchRequests: histogram(
    'skep_ingest_batch_requests',
    'Requests that were written to the database together.',
    batchBuckets,
  ),
  batchSeconds: histogram(
    'skep_ingest_batch_duration_seconds',
    'Time that the database took for a batch.',
    requestBuckets,
  ),
  queueRequests: gauge('skep_ingest_queue_requests', 'Requests that wait for the next batch.'),
  queueAgeSeconds: gauge('skep_ingest_queue_age_seconds', 'How long the first of them has waited.', 'max'),
  stored: counter('skep_reports_stored_total', 'Reports that were stored.'),
  dropped: counter(
    'skep_reports_dropped_total',
    'Reports that were answered like stored ones and dropped, by reason: blocklist or quota.',
    ['reason'],
  ),
});

const workMetrics = ({ counter, gauge, histogram }: Makers) => ({
  jobs: counter('skep_jobs_total', 'Jobs that were run, by kind and outcome: done, failed or given_up.', [
    'kind',
    'outcome',
  ]),
  jobSeconds: histogram('skep_job_duration_seconds', 'Time that jobs took.', workBuckets, ['kind']),
  deliveries: counter(
    'skep_deliveries_total',
    'Attempts to deliver to webhooks, by outcome: success or failed.',
    ['outcome'],
  ),
  deliverySeconds: histogram(
    'skep_delivery_duration_seconds',
    'Time that targets of webhooks took to answer.',
    workBuckets,
  ),
  mails: counter('skep_mails_total', 'Mails handed to the mail server, by outcome: sent or failed.', [
    'outcome',
  ]),
  deleted: counter('skep_deleted_total', 'Things that jobs have deleted because their time was over.', [
    'what',
  ]),
  liveStreams: gauge('skep_live_streams', 'Open live streams.'),
});

const stateMetrics = ({ gauge }: Makers) => ({
  loopLagSeconds: gauge(
    'skep_loop_lag_seconds',
    'How long the next step of a background loop has been overdue; 0 while it rests.',
    'max',
    ['loop'],
  ),
  loopFailures: gauge(
    'skep_loop_failures',
    'How many steps of a loop have failed since the last one that succeeded.',
    'max',
    ['loop'],
  ),
  poolConnections: gauge(
    'skep_pool_connections',
    'Open connections to the database by pool: busy or idle.',
    'sum',
    ['pool', 'state'],
  ),
  poolConnectionsMax: gauge('skep_pool_connections_max', 'Connections that a pool may open.', 'sum', [
    'pool',
  ]),
  poolWaiting: gauge('skep_pool_waiting', 'How many wait for a connection of a pool.', 'sum', ['pool']),

  databaseUp: gauge('skep_database_up', 'Whether the database answers and accepts writes: 1, or 0.', 'min'),
  lagSeconds: gauge(
    'skep_lag_seconds',
    'For how long the oldest has been due that waits for each flow of background work; 0 when nothing waits.',
    'max',
    ['flow'],
  ),
  waiting: gauge('skep_waiting', 'What is due and not yet done; 1000 stands for any number beyond.', 'max', [
    'flow',
  ]),
  jobsGivenUp: gauge(
    'skep_jobs_given_up',
    'Jobs that failed too often and wait for somebody to retry them.',
    'max',
  ),
  databaseBytes: gauge('skep_database_size_bytes', 'Size of the database.', 'max'),
  backupAgeSeconds: gauge(
    'skep_backup_age_seconds',
    'Age of the newest backup in BACKUP_DIR; while there is none, of the process.',
    'min',
  ),
  diskBytes: gauge('skep_data_disk_size_bytes', 'Size of the disk that DATA_DIR lies on.', 'max'),
  diskFreeBytes: gauge('skep_data_disk_free_bytes', 'What is left of it.', 'max'),
});

const processMetrics = ({ counter, gauge, histogram }: Makers) => ({
  eventLoopDelay: histogram(
    'skep_event_loop_delay_seconds',
    'How late a timer is that is due ten times a second.',
    delayBuckets,
  ),
  buildInfo: gauge('skep_build_info', 'The version that runs; always 1.', 'max', ['version']),
  processes: gauge('skep_processes', 'Server processes of this service.'),
  residentBytes: gauge('process_resident_memory_bytes', 'Memory that is in use.'),
  startSeconds: gauge(
    'process_start_time_seconds',
    'When the oldest process started, in seconds since 1970.',
    'min',
  ),
  cpuSeconds: counter('process_cpu_seconds_total', 'Processor time, of the user and the system.'),
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
