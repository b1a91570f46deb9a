import type { Bell } from '../../../background/loop.ts';
import type { Context } from '../../../context.ts';
import type { WebhookClient } from './client/client.ts';

/** What calling others takes. */
export interface DeliveryContext extends Context {
  webhookClient: WebhookClient;
  /** Rung when there is something to deliver to webhooks. */
  deliveryBell: Bell;
}
