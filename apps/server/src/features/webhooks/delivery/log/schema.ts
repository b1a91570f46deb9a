import { deliveryStatuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, PagedListOf, paginationQuery, Timestamp } from '../../../../schema.ts';

export const DeliveriesQuery = Type.Object({
  ...paginationQuery,
  before_id: Type.Optional(
    Id({
      description:
        'The page begins with the newest delivery whose id is smaller. With the last id of a page this is the next one, ' +
        'whatever has been sent meanwhile.',
    }),
  ),
});
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;

const deliveryFields = {
  id: Id(),
  webhook_id: Id(),
  event_id: Type.String({ description: 'The header `webhook-id`, the same on every attempt.' }),
  event: Type.String(),
  status: OneOf(deliveryStatuses),
  attempts: Type.Integer(),
  response_status: Nullable(Type.Integer({ description: 'Of the last attempt; null without an answer.' })),
  duration_ms: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  created_at: Timestamp(),
  delivered_at: Nullable(Timestamp()),
  next_attempt_at: Nullable(Timestamp()),
};

const exampleDelivery = {
  id: 77,
  webhook_id: 12,
  event_id: 'evt_2001',
  event: 'bug.updated',
  status: 'pending',
  attempts: 1,
  response_status: 503,
  duration_ms: 84,
  error: 'The target answered 503',
  created_at: '2026-11-15T09:30:00.000Z',
  delivered_at: null,
  next_attempt_at: '2026-11-15T09:30:05.000Z',
};

export const DeliveryList = PagedListOf(
  Type.Object(deliveryFields, { title: 'DeliveryItem', examples: [exampleDelivery] }),
);

export const Delivery = Type.Object(
  {
    ...deliveryFields,
    request_body: Nullable(
      Type.String({
        description:
          'As it was sent, to the letter. Null as long as nothing has been sent to anybody of this event.',
      }),
    ),
    response_excerpt: Nullable(Type.String({ description: 'The first 4 KiB of the answer.' })),
  },
  {
    title: 'Delivery',
    examples: [
      {
        ...exampleDelivery,
        request_body: '{"id":"evt_2001","type":"bug.updated",…}',
        response_excerpt: 'Down for maintenance',
      },
    ],
  },
);
