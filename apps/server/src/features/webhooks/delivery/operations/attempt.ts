import { addJobs } from '../../../../background/queue.ts';
import type { Trx } from '../../../../db/connection.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { currentRequestId, currentSpan } from '../../../../tracing/cause.ts';
import { version } from '../../../../version.ts';
import { testEvent } from '../../messages/test-body.ts';
import type { Outcome } from '../client/client.ts';
import type { DeliveryContext } from '../context.ts';
import { endPendingDeliveries, lockDeliveries } from '../log/queries.ts';
import type { DueDelivery } from '../queries/lease.ts';
import * as queries from '../queries/outcome.ts';
import { secondsToNextAttempt } from '../retries.ts';
import { signatureHeaders } from '../signature.ts';

/** One request. */
export interface Attempt {
  url: string;
  secrets: string[];
  webhook_id: number;
  event_id: string;
  request_body: string;
}

/** Sends it once. Every attempt has a timestamp and signatures of its own. */
export async function attempt(
  context: DeliveryContext,
  { url, secrets, webhook_id, event_id, request_body }: Attempt,
  signal: AbortSignal,
): Promise<Outcome> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Skep/${version}`,
    ...signatureHeaders(secrets, event_id, request_body),
  };
  const span = context.tracer?.begin('delivery', {
    kind: 'client',
    parent: currentSpan()?.context ?? context.tracer.spanOfRequest(currentRequestId()),
    attributes: {
      'skep.request_id': currentRequestId() ?? undefined,
      'skep.event.id': event_id,
      'skep.webhook.id': webhook_id,
    },
  });
  const outcome = await context.webhookClient.post(url, headers, request_body, signal);
  const { response_status: status, duration_ms: ms, error } = outcome;
  span?.end({ attributes: { 'http.response.status_code': status ?? undefined }, error: error ?? undefined });
  context.log.info({ webhook: webhook_id, event: event_id, status, ms, error }, 'delivery');
  const { deliveries, deliverySeconds } = context.metrics;
  deliveries.inc({ outcome: outcome.is_success ? 'success' : 'failed' });
  deliverySeconds.observe(ms / 1_000);
  return outcome;
}

export interface Finished {
  delivery: DueDelivery;
  outcome: Outcome;
}

/** What came of deliveries, in the order in which they ended. */
export async function noteOutcomes(context: DeliveryContext, finished: Finished[]): Promise<void> {
  await inTransaction(context.pools.main, async (trx) => {
    const outcomes = finished.map(toDeliveryOutcome);
    const ids = outcomes.map(({ id }) => id);
    await noteAtWebhooks(trx, finished.map(toWebhookOutcome), ids);
    await lockDeliveries(trx, ids);
    await queries.noteAtDeliveries(trx, outcomes);
  });
}

function toWebhookOutcome({ delivery: { webhook_id, event }, outcome }: Finished) {
  return { webhook_id, event, outcome };
}

function toDeliveryOutcome({ delivery, outcome }: Finished) {
  const { id, webhook_id, leased_until, event, attempts } = delivery;
  const isLast = event === testEvent || outcome.is_success;
  const seconds_to_next = isLast ? null : secondsToNextAttempt(attempts + 1, outcome.retry_after);
  return { id, webhook_id, leased_until, ...outcome, seconds_to_next };
}

const gone = 410;

/**
 * A webhook that is switched off for its failures gets nothing more, and the people of its team are told. Deliveries that are
 * changed afterwards are named, so that all are locked in one order.
 */
export async function noteAtWebhooks(
  trx: Trx,
  finished: { webhook_id: number; event: string; outcome: Outcome }[],
  deliveryIds: number[] = [],
): Promise<void> {
  await queries.lockWebhooks(
    trx,
    finished.map(({ webhook_id }) => webhook_id),
  );
  const switchedOff = await queries.noteAtWebhooks(
    trx,
    finished.map(({ webhook_id, event, outcome: { is_success, response_status, duration_ms } }) => ({
      webhook_id,
      is_success,
      is_gone: response_status === gone,
      is_counted: event !== testEvent,
      duration_ms,
    })),
  );
  if (switchedOff.length === 0) return;
  await endPendingDeliveries(
    trx,
    switchedOff.map(({ id }) => id),
    deliveryIds,
  );
  const letters = await queries.selectOwners(trx, switchedOff);
  await addJobs(
    trx,
    'send-webhook-switched-off',
    letters.map((payload) => ({ payload })),
  );
}
