import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { jitter } from '../../../background/loop.ts';
import { addJobs } from '../../../background/queue.ts';
import type { Trx } from '../../../db/connection.ts';
import { lockFrom, noteLock } from '../../../db/locks.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { currentRequestId, currentSpan } from '../../../tracing/cause.ts';
import { version } from '../../../version.ts';
import { testEvent } from '../messages/chat.ts';
import type { DeliveryContext, Outcome } from './client.ts';
import type { DueDelivery } from './queue.ts';

export const secretsOfWebhook = sql<string[]>`
  array_remove(array[secret, case when former_secret_ends_at > now() then former_secret end], null)`;

export interface Attempt {
  url: string;
  secrets: string[];
  webhook_id: number;
  event_id: string;
  request_body: string;
}

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

/** Standard Webhooks headers, with one signature per secret. */
function signatureHeaders(secrets: string[], id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

const minute = 60;
const hour = 60 * minute;

const delays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** Seconds until the next attempt, or null to give up. `Retry-After` is honoured up to a day. */
function secondsToNextAttempt(attempts: number, retryAfter: number | null): number | null {
  const delay = delays[attempts - 1];
  if (delay === undefined) return null;
  return Math.max(jitter(delay), Math.min(retryAfter ?? 0, 24 * hour));
}

export interface Finished {
  delivery: DueDelivery;
  outcome: Outcome;
}

/** Returns the seconds until the first retry. */
export async function noteOutcomes(context: DeliveryContext, finished: Finished[]): Promise<number> {
  const outcomes = finished.map(({ delivery, outcome }) => ({
    ...outcome,
    id: delivery.id,
    webhook_id: delivery.webhook_id,
    leased_until: delivery.leased_until,
    // Null after the last attempt.
    seconds_to_next:
      outcome.is_success || delivery.event === testEvent
        ? null
        : secondsToNextAttempt(delivery.attempts + 1, outcome.retry_after),
  }));
  await inTransaction(context.pools.main, async (trx) => {
    await noteAtWebhooks(trx, finished);
    await lockDeliveries(
      trx,
      outcomes.map(({ id }) => id),
    );
    await noteAtDeliveries(trx, outcomes);
  });
  return Math.min(...outcomes.map(({ seconds_to_next }) => seconds_to_next ?? Number.POSITIVE_INFINITY));
}

/** A late failure of a delivery that another process took over is ignored; a late success counts. */
async function noteAtDeliveries(trx: Trx, outcomes: (Outcome & { id: number })[]): Promise<void> {
  await sql`
    update webhook_deliveries as delivery set
      attempts = delivery.attempts + 1,
      status = case when is_success then 'success' when goes_on then 'pending' else 'failed' end,
      response_status = outcome.response_status,
      duration_ms = outcome.duration_ms,
      error = outcome.error,
      response_excerpt = case when delivery.leased_until = outcome.leased_until then outcome.response_excerpt end,
      delivered_at = case when is_success then now() end,
      next_attempt_at = case when goes_on then now() + make_interval(secs => seconds_to_next) end,
      leased_until = null
    from json_to_recordset(${JSON.stringify(outcomes)}) as outcome (id bigint, webhook_id bigint,
      leased_until timestamptz, is_success boolean, response_status integer, duration_ms integer, error text,
      response_excerpt text, seconds_to_next double precision)
    join webhooks on webhooks.id = outcome.webhook_id,
    lateral (select not is_success and is_active and seconds_to_next is not null as goes_on) as decision
    where delivery.id = outcome.id and delivery.status = 'pending'
      and (is_success or delivery.leased_until = outcome.leased_until)`.execute(trx);
}

const gone = 410;

interface SwitchedOff {
  webhook_id: number;
  reason: 'gone' | 'failing';
}

/** Disables a webhook after a 410 response or five days of failures, and notifies the team. */
export async function noteAtWebhooks(
  trx: Trx,
  finished: { delivery: { id?: number; webhook_id: number; event: string }; outcome: Outcome }[],
): Promise<void> {
  const byWebhook = Map.groupBy(finished, ({ delivery }) => delivery.webhook_id);
  const summaries = [...byWebhook].map(([webhook_id, ended]) => ({
    webhook_id,
    is_gone: ended.some(({ outcome }) => outcome.response_status === gone),
    has_success: ended.some(({ outcome }) => outcome.is_success),
    has_failure: ended.some(({ delivery, outcome }) => delivery.event !== testEvent && !outcome.is_success),
    last_status: ended.at(-1)?.outcome.is_success ? 'success' : 'failed',
  }));
  const switchedOff = await updateWebhooks(trx, summaries);
  if (switchedOff.length === 0) return;
  const ids = switchedOff.map(({ webhook_id }) => webhook_id);
  const deliveryIds = finished.flatMap(({ delivery }) => delivery.id ?? []);
  await endPendingDeliveries(trx, ids, deliveryIds);
  const members = await trx
    .selectFrom('webhooks')
    .innerJoin('memberships', 'memberships.team_id', 'webhooks.team_id')
    .select(['webhooks.id as webhook_id', 'user_id'])
    .where('webhooks.id', '=', sql<number>`any(${ids})`)
    .execute();
  const reasonOf = new Map(switchedOff.map(({ webhook_id, reason }) => [webhook_id, reason]));
  const mails = members.map((member) => ({
    payload: { ...member, reason: reasonOf.get(member.webhook_id) },
  }));
  await addJobs(trx, 'send-webhook-switched-off', mails);
}

async function updateWebhooks(trx: Trx, summaries: { webhook_id: number }[]): Promise<SwitchedOff[]> {
  await lockFrom(trx, 'webhooks')
    .select('id')
    .where('id', '=', sql<number>`any(${summaries.map(({ webhook_id }) => webhook_id)})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<SwitchedOff & { is_switched_off: boolean }>`
    update webhooks set
      last_delivery_at = now(),
      last_status = known.last_status,
      failing_since = case
        when has_success then null
        when has_failure then coalesce(failing_since, now())
        else failing_since
      end,
      is_active = is_active and not is_over
    from (
      select outcome.*, is_active as was_active, is_gone or
        (has_failure and not has_success and coalesce(failing_since <= now() - interval '5 days', false)) as is_over
      from json_to_recordset(${JSON.stringify(summaries)}) as outcome (webhook_id bigint, is_gone boolean,
        has_success boolean, has_failure boolean, last_status text)
      join webhooks on webhooks.id = webhook_id
    ) as known
    where webhooks.id = known.webhook_id
    returning webhook_id, was_active and is_over as is_switched_off,
      case when is_gone then 'gone' else 'failing' end as reason`.execute(trx);
  return rows.filter(({ is_switched_off }) => is_switched_off);
}

export async function lockDeliveries(trx: Trx, ids: number[]): Promise<void> {
  await lockFrom(trx, 'webhook_deliveries')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

const switchedOff = 'The webhook was disabled';

/** `furtherIds` are locked together with the ended deliveries, to keep the id order. */
export async function endPendingDeliveries(
  trx: Trx,
  webhookIds: number[],
  furtherIds: number[] = [],
): Promise<void> {
  const those = sql`webhook_id = any(${webhookIds}) and status = 'pending'
    and (leased_until is null or leased_until <= now())`;
  noteLock(trx, 'webhook_deliveries');
  await sql`
    with locked as (
      select from webhook_deliveries where id in (
        select id from webhook_deliveries where ${those}
        union all
        select unnest(${furtherIds}::bigint[])
      )
      order by id for no key update
    )
    select count(*) from locked`.execute(trx);
  await sql`update webhook_deliveries set status = 'failed', next_attempt_at = null, error = ${switchedOff}
    where ${those}`.execute(trx);
}

/** For a disabled webhook, or a deleted bug or comment. */
export async function endUnsent(context: DeliveryContext, { id, is_wanted }: DueDelivery): Promise<void> {
  await context.pools.main
    .updateTable('webhook_deliveries')
    .set({
      status: 'failed',
      next_attempt_at: null,
      leased_until: null,
      error: is_wanted ? 'The bug or comment was deleted before the delivery was sent' : switchedOff,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}
