import { type Counter, createRegistry } from './registry.ts';

const secondsOfRequests = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const secondsOfOthers = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60];
const rowsOfBatches = [1, 2, 5, 10, 25, 50, 100, 250];

/**
 * Everything that this process counts. What is asked for when somebody wants to know stands where it is known: look for
 * `metrics.gauges`. All of them are listed in docs/observability.md. No label names a person, a team, a project or an id.
 */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = createRegistry();
  const { counter, histogram } = registry;

  /** Of a label whose values are known: its counters are there from the beginning, at zero. */
  function counters<Value extends string>(name: string, help: string, label: string, values: Value[]) {
    const family = counter(name, help, [label]);
    const members = values.map((value) => [value, family.of({ [label]: value })]);
    return Object.fromEntries(members) as Record<Value, Counter>;
  }

  return {
    ...registry,

    requests: counter('skep_http_requests_total', 'Requests that were answered.', [
      'route',
      'method',
      'status',
    ]),
    requestSeconds: histogram(
      'skep_http_request_duration_seconds',
      'Time from the head of a request to the end of its answer; live streams are left out.',
      secondsOfRequests,
      ['route', 'method'],
    ),

    batchRequests: histogram(
      'skep_ingest_batch_requests',
      'Requests that were written to the database together.',
      rowsOfBatches,
      [],
    ).of({}),
    batchSeconds: histogram(
      'skep_ingest_batch_duration_seconds',
      'Time that the database took for a batch.',
      secondsOfRequests,
      [],
    ).of({}),
    stored: counter('skep_reports_stored_total', 'Reports that were stored.', []).of({}),
    dropped: counters(
      'skep_reports_dropped_total',
      'Reports that were answered like stored ones and dropped, by reason: blocklist or quota.',
      'reason',
      ['blocklist', 'quota'],
    ),

    jobs: counter('skep_jobs_total', 'Jobs that were run, by kind and outcome: done, failed or given_up.', [
      'kind',
      'outcome',
    ]),
    jobSeconds: histogram('skep_job_duration_seconds', 'Time that jobs took.', secondsOfOthers, ['kind']),
    deliveries: counters(
      'skep_deliveries_total',
      'Attempts to deliver to webhooks, by outcome: success or failed.',
      'outcome',
      ['success', 'failed'],
    ),
    deliverySeconds: histogram(
      'skep_delivery_duration_seconds',
      'Time that targets of webhooks took to answer.',
      secondsOfOthers,
      [],
    ).of({}),
    mails: counters(
      'skep_mails_total',
      'Mails handed to the mail server, by outcome: sent or failed.',
      'outcome',
      ['sent', 'failed'],
    ),
    deleted: counter('skep_deleted_total', 'Things that jobs have deleted because their time was over.', [
      'what',
    ]),
  };
}
