import type { components } from '@skep/client';
import { queryOptions } from '@tanstack/react-query';
import { given } from '../../catalogue/given.ts';
import { projectQuery } from '../../catalogue/queries.ts';
import { api } from '../../session/api.ts';
import { inProject } from '../project/queries.ts';

export type Webhook = components['schemas']['Webhook'];
export type DeliveryItem = components['schemas']['DeliveryItem'];

export const webhooksQuery = (project: number) =>
  queryOptions({
    queryKey: [...projectQuery(project).queryKey, 'webhooks'],
    queryFn: async ({ signal }) =>
      (await given(api.GET('/api/v1/projects/{project_id}/webhooks', { ...inProject(project), signal })))
        .items,
  });

export const atWebhook = ({ project_id, id }: Pick<Webhook, 'project_id' | 'id'>) => ({
  params: { path: { project_id, webhook_id: id } },
});

/** How many of its last deliveries are listed. */
const shown = 20;

export const deliveriesQuery = (webhook: Pick<Webhook, 'project_id' | 'id'>) =>
  queryOptions({
    queryKey: ['deliveries', webhook.id],
    queryFn: ({ signal }) =>
      given(
        api.GET('/api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries', {
          params: { ...atWebhook(webhook).params, query: { limit: shown } },
          signal,
        }),
      ),
  });

/** One delivery with what was sent and what came back. It changes with each attempt. */
export const deliveryQuery = (webhook: Webhook, { id, attempts, status }: DeliveryItem) =>
  queryOptions({
    queryKey: ['delivery', id, attempts, status],
    queryFn: ({ signal }) =>
      given(
        api.GET('/api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}', {
          params: { path: { ...atWebhook(webhook).params.path, delivery_id: id } },
          signal,
        }),
      ),
  });
