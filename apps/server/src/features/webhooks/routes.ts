import { rateLimited } from '../../errors.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, NoContent } from '../../schema.ts';
import * as deliveries from './deliveries.ts';
import type { DeliveryContext } from './delivery/client.ts';
import {
  DeliveriesQuery,
  Delivery,
  DeliveryList,
  NewWebhook,
  Webhook,
  WebhookList,
  WebhookPatch,
  WebhookWithSecret,
} from './schema.ts';
import * as webhooks from './webhooks.ts';

const route = routeOptions('webhooks', { auth: 'session' });
const ofProject = IdParams('project_id');
const ofWebhook = IdParams('project_id', 'webhook_id');
const ofDelivery = IdParams('project_id', 'webhook_id', 'delivery_id');

export function webhookRoutes(app: App, context: DeliveryContext): void {
  app.get(
    '/projects/:project_id/webhooks',
    route('listWebhooks', 'List the webhooks of a project', {
      params: ofProject,
      response: { 200: WebhookList },
    }),
    ({ actor, params }) => webhooks.listWebhooks(context, actor, params.project_id),
  );

  app.post(
    '/projects/:project_id/webhooks',
    route(
      'createWebhook',
      'Create a webhook',
      { params: ofProject, body: NewWebhook, response: { 201: WebhookWithSecret } },
      { errors: [webhooks.hasTooManyWebhooks()], hasSecret: true },
    ),
    ({ actor, params, body }) => webhooks.createWebhook(context, actor, params.project_id, body),
  );

  app.patch(
    '/projects/:project_id/webhooks/:webhook_id',
    route('updateWebhook', 'Change, disable or enable a webhook', {
      params: ofWebhook,
      body: WebhookPatch,
      response: { 200: Webhook },
    }),
    ({ actor, params, body }) => webhooks.updateWebhook(context, actor, params, body),
  );

  app.delete(
    '/projects/:project_id/webhooks/:webhook_id',
    route('deleteWebhook', 'Delete a webhook and its deliveries', {
      params: ofWebhook,
      response: { 204: NoContent },
    }),
    ({ actor, params }) => webhooks.deleteWebhook(context, actor, params),
  );

  deliveryRoutes(app, context);
}

function deliveryRoutes(app: App, context: DeliveryContext): void {
  app.post(
    '/projects/:project_id/webhooks/:webhook_id/rotate-secret',
    route(
      'rotateWebhookSecret',
      'Rotate the secret of a webhook',
      {
        description:
          'Deliveries are also signed with the old secret for 24 hours, or until the next rotation.',
        params: ofWebhook,
        response: { 200: WebhookWithSecret },
      },
      { hasSecret: true },
    ),
    ({ actor, params }) => webhooks.rotateWebhookSecret(context, actor, params),
  );

  app.get(
    '/projects/:project_id/webhooks/:webhook_id/deliveries',
    route('listDeliveries', 'List deliveries of the last 30 days', {
      params: ofWebhook,
      querystring: DeliveriesQuery,
      response: { 200: DeliveryList },
    }),
    ({ actor, params, query }) => deliveries.listDeliveries(context, actor, params, query),
  );

  app.get(
    '/projects/:project_id/webhooks/:webhook_id/deliveries/:delivery_id',
    route('getDelivery', 'Read a delivery with request and response', {
      params: ofDelivery,
      response: { 200: Delivery },
    }),
    ({ actor, params }) => deliveries.getDelivery(context, actor, params),
  );

  app.post(
    '/projects/:project_id/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    route(
      'redeliver',
      'Redeliver an earlier delivery',
      {
        description:
          'Creates a new delivery with the same event id and body. A body that was never sent is rendered from the current state of the bug. Limited to 30 per minute and project, together with test deliveries.',
        params: ofDelivery,
        response: { 202: Delivery },
      },
      { errors: [deliveries.deletedBeforeSent(), rateLimited('30 per minute', 60)] },
    ),
    ({ actor, params }) => deliveries.redeliver(context, actor, params),
  );

  app.post(
    '/projects/:project_id/webhooks/:webhook_id/test',
    route(
      'testWebhook',
      'Send a test event',
      {
        description: 'Sends one `webhook.test` event immediately, even if the webhook is disabled.',
        params: ofWebhook,
        response: { 200: Delivery },
      },
      { errors: [rateLimited('30 per minute', 60)] },
    ),
    ({ actor, params }) => deliveries.sendTest(context, actor, params),
  );
}
