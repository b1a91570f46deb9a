import { deliveryStatuses, eventTypes, transforms } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, ListOf, Nullable, OneOf, PatchOf, Timestamp } from '../../../schema.ts';

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
