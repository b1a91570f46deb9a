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

/** Key prefix of all delivery queries of a webhook. */
export const deliveriesKey = ({ id }: Pick<Webhook, 'id'>) => ['deliveries', id];

/** Page size limit of the API. */
const most = 200;

/** The last deliveries, newest first. */
export const deliveriesQuery = (webhook: Pick<Webhook, 'project_id' | 'id'>, count: number) =>
  queryOptions({
    queryKey: [...deliveriesKey(webhook), count],
    queryFn: async ({ signal }) => {
      const items: DeliveryItem[] = [];
      for (;;) {
        const last = items.at(-1);
        const query = {
          limit: Math.min(most, count - items.length),
          ...(last && { before_id: last.id }),
        };
        const page = await given(
          api.GET('/api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries', {
            params: { ...atWebhook(webhook).params, query },
            signal,
          }),
        );
        items.push(...page.items);
        if (page.items.length < query.limit || items.length >= count) return { items, total: page.total };
      }
    },
    // Data that was just fetched is not fetched again on mount.
    staleTime: 1_000,
  });

/** A delivery with request and response. It changes with each attempt. */
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
