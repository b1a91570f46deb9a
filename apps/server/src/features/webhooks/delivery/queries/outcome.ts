import { sql } from 'kysely';
import type { Trx } from '../../../../db/connection.ts';
import type { Outcome } from '../client/client.ts';

/** What came of an attempt, in the order in which they ended. */
export interface WebhookOutcome {
  webhook_id: number;
  is_success: boolean;
  /** The target said that it will never take deliveries again. */
  is_gone: boolean;
  /** Whether a failure counts towards switching the webhook off. */
  is_counted: boolean;
  duration_ms: number;
}

export interface SwitchedOff {
  id: number;
  reason: 'gone' | 'failing';
}

/**
 * In order of their ids, as everywhere, and before the statement that changes them: that one sees them as they are from
 * here on. One that locks and changes works with what was there before it waited, and gets in its own way.
 */
export async function lockWebhooks(trx: Trx, ids: number[]): Promise<void> {
  await trx
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Notes at the webhooks, which are locked, how their last attempts went, and switches those off that are gone, or that have
 * only failed for five days; says which these are.
 */
export async function noteAtWebhooks(trx: Trx, outcomes: WebhookOutcome[]): Promise<SwitchedOff[]> {
  const { rows } = await sql<SwitchedOff>`
    with outcome as (
      select webhook_id, bool_or(is_success) as has_success, bool_or(is_gone) as is_gone,
        bool_or(is_counted and not is_success) as has_failure,
        (array_agg(is_success order by position desc))[1] as was_last_success,
        (array_agg(duration_ms order by position desc))[1] as last_duration_ms
      from rows from (
        json_to_recordset(${JSON.stringify(outcomes)})
          as (webhook_id bigint, is_success boolean, is_gone boolean, is_counted boolean, duration_ms integer)
      ) with ordinality as outcome (webhook_id, is_success, is_gone, is_counted, duration_ms, position)
      group by webhook_id
    ),
    known as materialized (
      select id, is_active,
        is_gone or has_failure and not has_success and failing_since <= now() - interval '5 days' as is_over
      from webhooks join outcome on outcome.webhook_id = webhooks.id
    ),
    noted as (
      update webhooks set
        last_delivery_at = now(),
        last_status = case when was_last_success then 'success' else 'failed' end,
        failing_since = case
          when has_success then null
          when has_failure then coalesce(failing_since, now())
          else failing_since
        end,
        is_active = webhooks.is_active and not coalesce(is_over, false),
        is_slow = last_duration_ms >= ${slowMs}
      from known join outcome on outcome.webhook_id = known.id
      where webhooks.id = known.id
    )
    select id, case when is_gone then 'gone' else 'failing' end as reason
    from known join outcome on outcome.webhook_id = known.id
    where is_active and is_over`.execute(trx);
  return rows;
}

const slowMs = 1_000;

/** What came of an attempt to make this delivery. */
export interface DeliveryOutcome extends Outcome {
  id: number;
  webhook_id: number;
  leased_until: string;
  /** Until the next attempt, if it failed and the webhook is still switched on; null when it was the last. */
  seconds_to_next: number | null;
}

/**
 * Of deliveries that are locked. A failure that is told so late that another process has taken the delivery over says
 * nothing more; a success always does, but what was answered to it is kept only under the same lease.
 */
export async function noteAtDeliveries(trx: Trx, outcomes: DeliveryOutcome[]): Promise<void> {
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
    from json_to_recordset(${JSON.stringify(outcomes)}) as outcome (id bigint, webhook_id bigint, leased_until timestamptz, is_success boolean,
      response_status integer, duration_ms integer, error text, response_excerpt text, seconds_to_next double precision)
    join webhooks on webhooks.id = outcome.webhook_id,
    lateral (select not is_success and is_active and seconds_to_next is not null as goes_on) as decision
    where delivery.id = outcome.id and delivery.status = 'pending'
      and (is_success or delivery.leased_until = outcome.leased_until)`.execute(trx);
}

/** Everybody who is to be told about webhooks that were switched off. */
export async function selectOwners(trx: Trx, switchedOff: SwitchedOff[]) {
  const { rows } = await sql<{ webhook_id: number; user_id: number; reason: SwitchedOff['reason'] }>`
    select webhooks.id as webhook_id, user_id, reason
    from json_to_recordset(${JSON.stringify(switchedOff)}) as off (id bigint, reason text)
    join webhooks on webhooks.id = off.id
    join memberships on memberships.team_id = webhooks.team_id`.execute(trx);
  return rows;
}
