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
  description:
    'URL that receives events by POST. It must not resolve to a private, local or reserved network.',
});
const Events = Type.Array(OneOf(eventTypes), { minItems: 1, uniqueItems: true });
const Transform = OneOf(transforms, {
  description: 'Format of the body: `raw` is JSON, the others are messages for these services.',
});

const webhookFields = {
  id: Id(),
  project_id: Id(),
  url: Type.String(),
  events: Type.Array(OneOf(eventTypes)),
  transform: OneOf(transforms),
  is_active: Type.Boolean({
    description: 'Set to false after a 410 response or five days of failed deliveries.',
  }),
  created_at: Timestamp(),
  last_delivery_at: Nullable(Timestamp()),
  last_status: Nullable(OneOf(deliveryStatuses, { description: 'Result of the last attempt.' })),
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
      description: 'Signs every delivery (Standard Webhooks). It is shown only once.',
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
    is_active: Type.Boolean({ description: 'Enabling a webhook resets its failures.' }),
  },
  { title: 'WebhookPatch', examples: [{ is_active: true }] },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

export const DeliveriesQuery = Type.Object({
  ...paginationQuery,
  before_id: Type.Optional(
    Id({
      description:
        'Start with the newest delivery whose id is smaller. Pass the last id of a page to get the next one, even if new ' +
        'deliveries arrive.',
    }),
  ),
});
export type DeliveriesQuery = Static<typeof DeliveriesQuery>;

const deliveryFields = {
  id: Id(),
  webhook_id: Id(),
  event_id: Type.String({ description: 'The `webhook-id` header, the same for every attempt.' }),
  event: Type.String(),
  status: OneOf(deliveryStatuses),
  attempts: Type.Integer(),
  response_status: Nullable(
    Type.Integer({ description: 'Status of the last response; null if there was none.' }),
  ),
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
  error: 'The target responded 503',
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
        description: 'The exact body. Null until the event has been sent for the first time.',
      }),
    ),
    response_excerpt: Nullable(Type.String({ description: 'First 4 KiB of the response.' })),
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
