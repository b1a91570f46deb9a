import { deliveryStatuses, eventTypes, transforms } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import {
  Id,
  ListOf,
  Nullable,
  OneOf,
  PagedListOf,
  PatchOf,
  paginationQuery,
  Timestamp,
} from '../../schema.ts';

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  format: 'http-address',
  description: 'Where events are sent by POST. It must not lead to a private, local or reserved network.',
});
const Events = Type.Array(OneOf(eventTypes), { minItems: 1, uniqueItems: true });
const Transform = OneOf(transforms, {
  description:
    'The form of what is sent: `raw` is JSON, the others are what these services show as a message.',
});

const webhookFields = {
  id: Id(),
  project_id: Id(),
  url: Type.String(),
  events: Type.Array(OneOf(eventTypes)),
  transform: OneOf(transforms),
  is_active: Type.Boolean({
    description: 'Off after an answer 410, and after five days in which every delivery failed.',
  }),
  created_at: Timestamp(),
  last_delivery_at: Nullable(Timestamp()),
  last_status: Nullable(OneOf(deliveryStatuses, { description: 'What came of the last attempt.' })),
};

const exampleWebhook = {
  id: 12,
  project_id: 3,
  url: 'https://hooks.example.com/skep',
  events: ['bug.created', 'bug.updated'],
  transform: 'raw',
  is_active: true,
  created_at: '2026-11-15T09:00:00.000Z',
  last_delivery_at: null,
  last_status: null,
};

export const Webhook = Type.Object(webhookFields, { title: 'Webhook', examples: [exampleWebhook] });
export const WebhookList = ListOf(Webhook);

export const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({
      description: 'Signs every delivery as Standard Webhooks describes; shown this once.',
    }),
  },
  {
    title: 'WebhookWithSecret',
    examples: [{ ...exampleWebhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw…' }],
  },
);

export const NewWebhook = Type.Object(
  { url: Url, events: Events, transform: Type.Optional(Transform) },
  {
    title: 'NewWebhook',
    examples: [{ url: 'https://hooks.example.com/skep', events: ['bug.created', 'bug.updated'] }],
  },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookPatch = PatchOf(
  {
    url: Url,
    events: Events,
    transform: Transform,
    is_active: Type.Boolean({ description: 'Switching on again forgets the failures so far.' }),
  },
  { title: 'WebhookPatch', examples: [{ is_active: true }] },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

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
