import type { DeliveryStatus, EventType, Transform, Via } from '@skep/vocabulary';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, SetByDatabase } from './column-types.ts';

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_bodies: WebhookBodiesTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

interface WebhooksTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  url: string;
  events: EventType[];
  transform: Transform;
  is_active: SetByDatabase<boolean>;
  secret: string;
  /** The secret before the last rotation, which for a while signs too. */
  former_secret: string | null;
  former_secret_ends_at: Date | null;
  last_delivery_at: Date | null;
  last_status: DeliveryStatus | null;
  /** When the first failure was after which nothing has succeeded. */
  failing_since: Date | null;
  created_at: CreatedAt;
}

/** An event that webhooks are told of, with all that the body of its deliveries is made from. */
interface WebhookEventsTable {
  id: string;
  team_id: number;
  project_id: number;
  type: string;
  /** Null for a test event, which is about no bug. */
  bug_id: number | null;
  actor_id: number | null;
  via: Via;
  changes: ColumnType<Record<string, unknown>, string, never>;
  comment_id: number | null;
  request_id: string | null;
  created_at: CreatedAt;
}

interface WebhookBodiesTable {
  team_id: number;
  event_id: string;
  transform: Transform;
  /** The body exactly as it is sent, on every attempt. */
  body: string;
}

interface WebhookDeliveriesTable {
  id: Generated<number>;
  team_id: number;
  webhook_id: number;
  event_id: string;
  event: string;
  /** The form that the webhook wanted when the event happened. */
  transform: Transform;
  /** Whether somebody asked for this delivery: then it is sent although the webhook is switched off. */
  is_requested: SetByDatabase<boolean>;
  status: SetByDatabase<DeliveryStatus>;
  attempts: SetByDatabase<number>;
  response_status: number | null;
  duration_ms: number | null;
  error: string | null;
  response_excerpt: string | null;
  created_at: CreatedAt;
  delivered_at: Date | null;
  next_attempt_at: Date | null;
  leased_until: Date | null;
}
