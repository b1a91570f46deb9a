import { sql } from 'kysely';
import type { Database } from '../../../../db/connection.ts';
import { repeatInPortions } from '../../../../db/portions.ts';

/**
 * The log is kept for 30 days, and what was sent as long as something in the log refers to it. Returns how many deliveries
 * were deleted.
 */
export async function deleteOldDeliveries(db: Database): Promise<number> {
  const deliveries = await repeatInPortions(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where created_at < now() - interval '30 days'
        order by created_at limit ${limit} for update skip locked
      )`.execute(db);
    return Number(numAffectedRows);
  });
  await repeatInPortions(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from webhook_events where id in (
        select id from webhook_events where created_at < now() - interval '30 days'
          and not exists (select from webhook_deliveries where event_id = webhook_events.id)
        order by created_at limit ${limit} for update skip locked
      )`.execute(db);
    return Number(numAffectedRows);
  });
  return deliveries;
}

/** All that a webhook was sent, but for what somebody is at: that goes with the webhook. */
export async function deleteLog(db: Database, webhookId: number): Promise<void> {
  await repeatInPortions(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where webhook_id = ${webhookId}
        order by id limit ${limit} for update skip locked
      )`.execute(db);
    return Number(numAffectedRows);
  });
}
