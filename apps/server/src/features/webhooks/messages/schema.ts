import { type eventTypes, viaValues } from '@skep/vocabulary';
import Type, { type TProperties } from 'typebox';
import { Id, OneOf, Timestamp } from '../../../schema.ts';
import { Bug, exampleBug } from '../../bugs/schema.ts';
import { Comment } from '../../comments/schema.ts';
import { testEvent } from './chat.ts';

const Person = Type.Object({ id: Id(), name: Type.String() });

const changes = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: '`from` and `to` per field. For `labels`: the `added` and `removed` labels.',
});

const [comment] = (Comment as { examples?: unknown[] }).examples ?? [];

const kinds: Record<string, { summary: string; fields: TProperties; example: object }> = {
  'bug.created': {
    summary: 'A report was stored',
    fields: {},
    example: { via: 'api' },
  },
  'bug.updated': {
    summary: 'A bug was changed',
    fields: { changes },
    example: {
      changes: { status: { from: 'open', to: 'resolved' } },
      actor: { id: 1, name: 'Ada' },
      via: 'dashboard',
    },
  },
  'bug.commented': {
    summary: 'A comment was added',
    fields: { comment: Comment },
    example: { comment, actor: { id: 1, name: 'Ada' }, via: 'dashboard' },
  },
  [testEvent]: {
    summary: 'A test event was sent',
    fields: {},
    example: { actor: { id: 1, name: 'Ada' }, via: 'dashboard' },
  },
} satisfies Record<(typeof eventTypes)[number] | typeof testEvent, unknown>;

/** `bug.created` becomes `BugCreated`. */
const nameOf = (type: string) => type.replace(/(?:^|\.)([a-z])/g, (_, first: string) => first.toUpperCase());

function messageOf(type: string, { fields, example }: (typeof kinds)[string]) {
  return Type.Object(
    {
      id: Type.String({ description: 'The same for every attempt.' }),
      type: OneOf([type]),
      created_at: Timestamp(),
      project: Person,
      bug: Bug,
      ...fields,
      actor: Type.Optional(Person),
      via: OneOf(viaValues),
    },
    {
      title: `${nameOf(type)}Message`,
      examples: [
        {
          id: 'evt_2001',
          type,
          created_at: '2026-11-15T09:30:00.000Z',
          project: { id: 3, name: 'Website' },
          bug: exampleBug,
          ...example,
        },
      ],
    },
  );
}

const parameters = [
  ['webhook-id', 'The `id` of the event, the same for every attempt.'],
  ['webhook-timestamp', 'Time of this attempt in Unix seconds.'],
  [
    'webhook-signature',
    'One or two signatures (`v1,…`) over id, timestamp and body, made with the secret of the webhook.',
  ],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** Messages of the `raw` transform, for the OpenAPI document. */
export const webhookMessages = Object.fromEntries(
  Object.entries(kinds).map(([type, kind]) => {
    const { examples, ...schema } = messageOf(type, kind) as object & { examples?: unknown[] };
    const post = {
      operationId: `on${nameOf(type)}`,
      summary: kind.summary,
      tags: ['webhooks'],
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: examples?.[0] } },
      },
      responses: {
        '2XX': { description: 'Accepted. Any other status is a failure and is retried.' },
        410: { description: 'Gone. The webhook is disabled.' },
      },
    };
    return [type, { post }];
  }),
);
