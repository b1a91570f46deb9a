import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connection.ts';

/** No statement holds anything for long. */
const portion = 2_000;

/** The log is kept for 30 days, and what was sent as long as something in the log refers to it. */
export async function deleteOldDeliveries(db: Database): Promise<void> {
  await inPortions(
    db,
    sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where created_at < now() - interval '30 days'
        order by created_at limit ${portion} for update skip locked
      )`,
  );
  await inPortions(
    db,
    sql`
      delete from webhook_events where id in (
        select id from webhook_events where created_at < now() - interval '30 days'
          and not exists (select from webhook_deliveries where event_id = webhook_events.id)
        order by created_at limit ${portion} for update skip locked
      )`,
  );
}

/** All that a webhook was sent, but for what somebody is at: that goes with the webhook. */
export async function deleteLog(db: Database, webhookId: number): Promise<void> {
  await inPortions(
    db,
    sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where webhook_id = ${webhookId}
        order by id limit ${portion} for update skip locked
      )`,
  );
}

async function inPortions(db: Database, deletion: RawBuilder<unknown>): Promise<void> {
  for (let deleted = portion; deleted === portion; )
    deleted = Number((await deletion.execute(db)).numAffectedRows);
}
