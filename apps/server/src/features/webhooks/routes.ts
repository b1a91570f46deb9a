import { rateLimited } from '../../errors.ts';
import type { App } from '../../http/app.ts';
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

const auth = 'session';
const tags = ['webhooks'];
const ofProject = IdParams('project_id');
const ofWebhook = IdParams('project_id', 'webhook_id');
const ofDelivery = IdParams('project_id', 'webhook_id', 'delivery_id');

export function webhookRoutes(app: App, context: DeliveryContext): void {
  subscriptionRoutes(app, context);
  deliveryRoutes(app, context);
}

function subscriptionRoutes(app: App, context: DeliveryContext): void {
  app.get(
    '/projects/:project_id/webhooks',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'List the webhooks of a project',
        params: ofProject,
        response: { 200: WebhookList },
      },
    },
    ({ actor, params }) => webhooks.listWebhooks(context, actor, params.project_id),
  );

  app.post(
    '/projects/:project_id/webhooks',
    {
      config: { auth, errors: [webhooks.hasTooManyWebhooks()] },
      schema: {
        tags,
        operationId: 'createWebhook',
        summary: 'Send the events of a project to an address',
        params: ofProject,
        body: NewWebhook,
        response: { 201: WebhookWithSecret },
      },
    },
    async ({ actor, params, body }, reply) =>
      reply.code(201).send(await webhooks.createWebhook(context, actor, params.project_id, body)),
  );

  app.patch(
    '/projects/:project_id/webhooks/:webhook_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'updateWebhook',
        summary: 'Change a webhook, switch it off or on',
        params: ofWebhook,
        body: WebhookPatch,
        response: { 200: Webhook },
      },
    },
    ({ actor, params, body }) => webhooks.updateWebhook(context, actor, params, body),
  );

  app.delete(
    '/projects/:project_id/webhooks/:webhook_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook and its log',
        params: ofWebhook,
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await webhooks.deleteWebhook(context, actor, params);
      return reply.code(204).send(null);
    },
  );
}

function deliveryRoutes(app: App, context: DeliveryContext): void {
  app.post(
    '/projects/:project_id/webhooks/:webhook_id/rotate-secret',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook',
        description:
          'For 24 hours deliveries are signed with the secret that it replaces as well. Rotating again ends that.',
        params: ofWebhook,
        response: { 200: WebhookWithSecret },
      },
    },
    ({ actor, params }) => webhooks.rotateWebhookSecret(context, actor, params),
  );

  app.get(
    '/projects/:project_id/webhooks/:webhook_id/deliveries',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listDeliveries',
        summary: 'List the deliveries of the last 30 days, newest first',
        params: ofWebhook,
        querystring: DeliveriesQuery,
        response: { 200: DeliveryList },
      },
    },
    ({ actor, params, query }) => deliveries.listDeliveries(context, actor, params, query),
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
    ({ actor, params }) => deliveries.getDelivery(context, actor, params),
  );

  app.post(
    '/projects/:project_id/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    {
      config: { auth, errors: [deliveries.deletedBeforeSent(), rateLimited('30 per minute', 60)] },
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
    async ({ actor, params }, reply) =>
      reply.code(202).send(await deliveries.redeliver(context, actor, params)),
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
        params: ofWebhook,
        response: { 200: Delivery },
      },
    },
    ({ actor, params }) => deliveries.sendTest(context, actor, params),
  );
}
