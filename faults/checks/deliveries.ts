import { sql } from 'kysely';
import type { Installation } from '../core/installation.ts';
import { type Check, check } from './check.ts';

/** At-least-once delivery: every event reached every webhook of its project, always with the same id and body. */
export async function checkDeliveries({ postgres: { db }, receiver }: Installation): Promise<Check[]> {
  const { rows } = await sql<{ path: string; bug_id: number }>`
    select '/' || webhooks.project_id as path, activity.bug_id
    from activity join webhooks on webhooks.project_id = activity.project_id and webhooks.created_at <= activity.created_at
    where activity.kind = 'created'`.execute(db);
  const { rows: open } = await sql<{ text: string }>`
    select 'delivery ' || id || ' is ' || status || coalesce(': ' || error, '') as text
    from webhook_deliveries where status <> 'success' limit 1000`.execute(db);
  const created = receiver.received.filter(({ type }) => type === 'bug.created');
  const messages = Map.groupBy(created, ({ path, bugId }) => `${path} ${bugId}`);
  const byId = Map.groupBy(receiver.received, ({ id }) => id);
  return [
    check(
      'event that never reached its webhook',
      rows.map(({ path, bug_id }) => `${path} ${bug_id}`).filter((key) => !messages.has(key)),
    ),
    check(
      'event delivered under two ids',
      keysWithSeveral(messages, ({ id }) => id),
    ),
    check(
      'id delivered with two bodies',
      keysWithSeveral(byId, ({ body }) => body),
    ),
    check(
      'unfinished delivery',
      open.map(({ text }) => text),
    ),
  ];
}

function keysWithSeveral<T>(groups: Map<string, T[]>, read: (item: T) => string): string[] {
  return [...groups].filter(([, items]) => new Set(items.map(read)).size > 1).map(([key]) => key);
}
