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
  /** Signs too, for a while after it was replaced. */
  former_secret: string | null;
  former_secret_ends_at: Date | null;
  last_delivery_at: Date | null;
  last_status: DeliveryStatus | null;
  /** The first failure after which there was no success. */
  failing_since: Date | null;
  is_slow: SetByDatabase<boolean>;
  created_at: CreatedAt;
}

/** Of an event that a webhook is told of: all that its body is made from. */
interface WebhookEventsTable {
  id: string;
  team_id: number;
  project_id: number;
  type: string;
  /** Null for a test. */
  bug_id: number | null;
  actor_id: number | null;
  via: Via;
  changes: ColumnType<Record<string, unknown>, string, never>;
  comment_id: number | null;
  created_at: CreatedAt;
}

interface WebhookBodiesTable {
  team_id: number;
  event_id: string;
  transform: Transform;
  /** As it is sent, to the letter. */
  body: string;
}

interface WebhookDeliveriesTable {
  id: Generated<number>;
  team_id: number;
  webhook_id: number;
  event_id: string;
  event: string;
  /** As the webhook wanted it when the event happened. */
  transform: Transform;
  /** Somebody asked for it: it is sent although the webhook is switched off. */
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
