import type { App } from '../../http/app.ts';
import type { DeliveryContext } from './delivery/context.ts';
import { deliveryRoutes } from './delivery/log/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';

export function webhookRoutes(app: App, context: DeliveryContext): void {
  subscriptionRoutes(app, context);
  deliveryRoutes(app, context);
}
