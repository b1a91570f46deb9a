import { rateLimited } from '../../../../errors.ts';
import type { App } from '../../../../http/app.ts';
import { IdParams } from '../../../../schema.ts';
import type { DeliveryContext } from '../context.ts';
import { sendTest } from '../operations/test.ts';
import { deletedBeforeSent, getDelivery, listDeliveries, redeliver } from './operations.ts';
import { DeliveriesQuery, Delivery, DeliveryList } from './schema.ts';

const tags = ['webhooks'];
const auth = 'session';
const params = IdParams('project_id', 'webhook_id');
const ofDelivery = IdParams('project_id', 'webhook_id', 'delivery_id');

export function deliveryRoutes(app: App, context: DeliveryContext): void {
  app.get(
    '/projects/:project_id/webhooks/:webhook_id/deliveries',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listDeliveries',
        summary: 'List the deliveries of the last 30 days, newest first',
        params,
        querystring: DeliveriesQuery,
        response: { 200: DeliveryList },
      },
    },
    ({ actor, params, query }) => listDeliveries(context, actor, params, query),
  );

  app.get(
    '/projects/:project_id/webhooks/:webhook_id/deliveries/:delivery_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'getDelivery',
        summary: 'Read a delivery with what was sent and answered',
        params: ofDelivery,
        response: { 200: Delivery },
      },
    },
    ({ actor, params }) => getDelivery(context, actor, params),
  );

  app.post(
    '/projects/:project_id/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    {
      config: { auth, errors: [deletedBeforeSent(), rateLimited('30 per minute', 60)] },
      schema: {
        tags,
        operationId: 'redeliver',
        summary: 'Send an earlier delivery once more',
        description:
          'The new delivery has the same event id and the same body. What was never sent is made now, as the bug is now. Together with tests 30 a minute for a project.',
        params: ofDelivery,
        response: { 202: Delivery },
      },
    },
    async ({ actor, params }, reply) => reply.code(202).send(await redeliver(context, actor, params)),
  );

  app.post(
    '/projects/:project_id/webhooks/:webhook_id/test',
    {
      config: { auth, errors: [rateLimited('30 per minute', 60)] },
      schema: {
        tags,
        operationId: 'testWebhook',
        summary: 'Send a test and see what comes of it',
        description:
          'The event is `webhook.test`. It is sent at once and once, also when the webhook is off.',
        params,
        response: { 200: Delivery },
      },
    },
    ({ actor, params }) => sendTest(context, actor, params),
  );
}
