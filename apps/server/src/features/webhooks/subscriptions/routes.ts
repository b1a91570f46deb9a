import type { App } from '../../../http/app.ts';
import { IdParams, NoContent } from '../../../schema.ts';
import type { DeliveryContext } from '../delivery/context.ts';
import * as operations from './operations.ts';
import { hasTooManyWebhooks } from './operations.ts';
import { NewWebhook, Webhook, WebhookList, WebhookPatch, WebhookWithSecret } from './schema.ts';

const tags = ['webhooks'];
const auth = 'session';
const ofProject = IdParams('project_id');
const oneOfProject = IdParams('project_id', 'webhook_id');

export function subscriptionRoutes(app: App, context: DeliveryContext): void {
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
    ({ actor, params }) => operations.listWebhooks(context, actor, params.project_id),
  );

  app.post(
    '/projects/:project_id/webhooks',
    {
      config: { auth, errors: [hasTooManyWebhooks()] },
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
      reply.code(201).send(await operations.createWebhook(context, actor, params.project_id, body)),
  );

  app.patch(
    '/projects/:project_id/webhooks/:webhook_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'updateWebhook',
        summary: 'Change a webhook, switch it off or on',
        params: oneOfProject,
        body: WebhookPatch,
        response: { 200: Webhook },
      },
    },
    ({ actor, params, body }) =>
      operations.updateWebhook(context, actor, params.project_id, params.webhook_id, body),
  );

  app.delete(
    '/projects/:project_id/webhooks/:webhook_id',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook and its log',
        params: oneOfProject,
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await operations.deleteWebhook(context, actor, params.project_id, params.webhook_id);
      return reply.code(204).send(null);
    },
  );

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
        params: oneOfProject,
        response: { 200: WebhookWithSecret },
      },
    },
    ({ actor, params }) =>
      operations.rotateWebhookSecret(context, actor, params.project_id, params.webhook_id),
  );
}
