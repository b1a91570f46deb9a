import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Page } from '../../schema.ts';
import type { Outcome } from '../../webhooks/client.ts';

const deliveryColumns = [
  'id',
  'webhook_id',
  'event_id',
  'event',
  'status',
  'attempts',
  'response_status',
  'duration_ms',
  'error',
  'request_body',
  'response_excerpt',
  'created_at',
  'delivered_at',
  'next_attempt_at',
] as const;

/** Newest first. */
export function listDeliveries(db: Db, webhookId: number, { limit, offset }: Page) {
  return db
    .selectFrom('webhook_deliveries')
    .select(deliveryColumns)
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countDeliveries(db: Db, webhookId: number): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewDelivery {
  webhook_id: number;
  bug_id: number;
  event_id: string;
  event: string;
  request_body: string;
}

export async function insertDeliveries(db: Db, deliveries: NewDelivery[]): Promise<void> {
  await sql`
    insert into webhook_deliveries (webhook_id, bug_id, event_id, event, request_body, next_attempt_at)
    select webhook_id, bug_id, event_id, event, request_body, now()
    from json_to_recordset(${JSON.stringify(deliveries)})
      as new (webhook_id bigint, bug_id bigint, event_id text, event text, request_body text)`.execute(db);
}

/** The same again; undefined when the webhook has no such delivery. */
export function copyDelivery(db: Db, webhookId: number, id: number) {
  return db
    .insertInto('webhook_deliveries')
    .columns(['webhook_id', 'bug_id', 'event_id', 'event', 'request_body', 'next_attempt_at'])
    .expression((eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select(['webhook_id', 'bug_id', 'event_id', 'event', 'request_body', sql<Date>`now()`.as('now')])
        .where('webhook_id', '=', webhookId)
        .where('id', '=', id),
    )
    .returning(deliveryColumns)
    .executeTakeFirst();
}

/** One that was made without waiting for its turn. */
export function insertFinishedDelivery(
  db: Db,
  { is_success, retry_after, ...result }: Outcome,
  delivery: { webhook_id: number; event_id: string; event: string; request_body: string },
) {
  return db
    .insertInto('webhook_deliveries')
    .values({
      ...delivery,
      ...result,
      bug_id: null,
      status: is_success ? 'success' : 'failed',
      attempts: 1,
      delivered_at: is_success ? sql<Date>`now()` : null,
    })
    .returning(deliveryColumns)
    .executeTakeFirstOrThrow();
}

/** Those that nobody is at: whoever is at one finds the webhook switched off when it is done. */
export async function endPendingDeliveries(db: Db, webhookIds: number[]): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'failed', next_attempt_at = null, error = 'The webhook was switched off'
    where webhook_id = any(${webhookIds}) and status = 'pending'
      and (leased_until is null or leased_until <= now())`.execute(db);
}

export async function deleteOldDeliveries(db: Db): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
