import { sql } from 'kysely';
import type { Db, Trx } from '../../../../db/connection.ts';
import { teamOf } from '../../../../db/team-of.ts';
import type { Pagination } from '../../../../schema.ts';
import type { BodyKey } from '../../messages/queries.ts';
import type { Outcome } from '../client/client.ts';

const listColumns = [
  'id',
  'webhook_id',
  'webhook_deliveries.event_id',
  'event',
  'status',
  'attempts',
  'response_status',
  'duration_ms',
  'error',
  'created_at',
  'delivered_at',
  'next_attempt_at',
] as const;

/** Newest first; before an id, if one is given. */
export function listDeliveries(
  db: Db,
  webhookId: number,
  { limit, offset, before_id }: Pagination & { before_id?: number },
) {
  return db
    .selectFrom('webhook_deliveries')
    .select(listColumns)
    .where('webhook_id', '=', webhookId)
    .$if(before_id !== undefined, (query) => query.where('id', '<', before_id as number))
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

/** With what was sent, if anything was, and answered; undefined when the webhook has no such delivery. */
export function findDelivery(db: Db, webhookId: number, id: number) {
  return db
    .selectFrom('webhook_deliveries')
    .leftJoin('webhook_bodies', (join) =>
      join
        .onRef('webhook_bodies.event_id', '=', 'webhook_deliveries.event_id')
        .onRef('webhook_bodies.transform', '=', 'webhook_deliveries.transform'),
    )
    .select([...listColumns, 'webhook_bodies.body as request_body', 'response_excerpt'])
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What a delivery sends; undefined when the webhook has none with this id. */
export function findBodyKey(db: Db, webhookId: number, id: number): Promise<BodyKey | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'transform'])
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The same again, by request; undefined when it is gone. Whoever deletes what is copied waits, and its event stays. */
export async function copyDelivery(trx: Trx, id: number): Promise<number | undefined> {
  const copied = trx
    .selectFrom('webhook_deliveries')
    .select(['team_id', 'webhook_id', 'event_id', 'event', 'transform'])
    .where('id', '=', id)
    .forKeyShare();
  const values = await copied.executeTakeFirst();
  if (!values) return undefined;
  const inserted = await trx
    .insertInto('webhook_deliveries')
    .values({ ...values, is_requested: true, next_attempt_at: sql<Date>`now()` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return inserted.id;
}

/** One that was made without waiting for its turn. */
export async function insertFinishedDelivery(
  trx: Trx,
  { is_success, retry_after, ...result }: Outcome,
  delivery: BodyKey & { webhook_id: number; event: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('webhook_deliveries')
    .values({
      ...delivery,
      ...result,
      team_id: teamOf('webhooks', delivery.webhook_id),
      status: is_success ? 'success' : 'failed',
      attempts: 1,
      delivered_at: is_success ? sql<Date>`now()` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** In order of their ids, as everywhere. */
export async function lockDeliveries(trx: Trx, ids: number[]): Promise<void> {
  await trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Those that nobody is at: whoever is at one finds the webhook switched off when it is done. Further deliveries that the
 * transaction is going to change are locked with them, all in order of their ids.
 */
export async function endPendingDeliveries(
  trx: Trx,
  webhookIds: number[],
  furtherIds: number[] = [],
): Promise<void> {
  const those = sql`webhook_id = any(${webhookIds}) and status = 'pending'
    and (leased_until is null or leased_until <= now())`;
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
  await sql`update webhook_deliveries set ${switchedOff} where ${those}`.execute(trx);
}

export const switchedOff = sql`status = 'failed', next_attempt_at = null, error = 'The webhook was switched off'`;

/** Of which nothing can be sent: a comment that they tell of is gone. */
export async function endDeliveries(trx: Trx, ids: number[]): Promise<void> {
  await lockDeliveries(trx, ids);
  await sql`
    update webhook_deliveries set status = 'failed', next_attempt_at = null, leased_until = null,
      error = 'What it tells of was deleted before it could be sent'
    where id = any(${ids}) and status = 'pending'`.execute(trx);
}
