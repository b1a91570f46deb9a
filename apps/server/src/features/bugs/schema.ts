import { severities, statuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, LooseText, Nullable, OneOf, Text, Timestamp } from '../../schema.ts';

const Free = (maxLength: number, description?: string) =>
  Type.Optional(Nullable(LooseText(maxLength, description ? { description } : {})));

export const NewBug = Type.Object(
  {
    title: Text(500),
    description: Text(10_000),
    severity: Type.Optional(
      Type.Unsafe<(typeof severities)[number] | null>({
        type: ['string', 'null'],
        enum: [...severities, null],
        description: '`medium` when it is left out.',
      }),
    ),
    environment: Free(1_000),
    app_version: Free(1_000),
    stack_trace: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'stack-trace',
        maxLength: 51_200,
        description: 'At most 51,200 bytes of UTF-8; stored as given.',
      }),
    ),
    url: Free(8_192, 'The page that the report came from.'),
    user_agent: Free(2_000, "The request's User-Agent header when it is left out."),
    reporter_email: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'email-or-empty', maxLength: 254 }),
    ),
    reporter_identifier: Free(1_000),
    extra: Type.Optional(
      Type.Unsafe<Record<string, unknown> | null>({
        type: ['object', 'null'],
        description: 'Any JSON object of up to 64 KiB and 100 levels, kept verbatim.',
      }),
    ),
  },
  {
    title: 'NewBug',
    examples: [
      {
        title: 'Checkout button does nothing',
        description: 'I press "Pay" and nothing happens.',
        severity: 'high',
        url: 'https://shop.example.com/checkout',
        reporter_email: 'visitor@example.com',
        extra: { cart: 3 },
      },
    ],
  },
);
export type NewBug = Static<typeof NewBug>;

const LabelOfBug = Type.Object({ id: Id(), name: Type.String(), color: Type.String() });

export const Attachment = Type.Object(
  {
    id: Id(),
    filename: Type.String(),
    content_type: Type.String(),
    content_length: Type.Integer(),
    uploaded_at: Timestamp(),
    url: Type.String({ description: 'A signed address that holds for a short time.' }),
  },
  { title: 'Attachment' },
);

export type Attachment = Static<typeof Attachment>;

const Assignee = Type.Unsafe<{ id: number; name: string; email: string } | null>({
  type: ['object', 'null'],
  properties: { id: Id(), name: Type.String(), email: Type.String() },
});

/** The one shape in which every route answers a bug. */
export const Bug = Type.Object(
  {
    id: Id(),
    project_id: Id(),
    title: Type.String(),
    description: Type.String(),
    status: OneOf(statuses),
    severity: OneOf(severities),
    environment: Nullable(Type.String()),
    app_version: Nullable(Type.String()),
    stack_trace: Nullable(Type.String()),
    url: Nullable(Type.String()),
    user_agent: Nullable(Type.String()),
    reporter_email: Nullable(Type.String()),
    reporter_identifier: Nullable(Type.String()),
    extra: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
    }),
    assignee_id: Nullable(Id()),
    assignee: Assignee,
    labels: Type.Array(LabelOfBug),
    duplicate_of_id: Nullable(Id()),
    attachments: Type.Array(Attachment),
    comment_count: Type.Integer(),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  {
    title: 'Bug',
    examples: [
      {
        id: 412,
        project_id: 3,
        title: 'Checkout button does nothing',
        description: 'I press "Pay" and nothing happens.',
        status: 'open',
        severity: 'high',
        environment: null,
        app_version: null,
        stack_trace: null,
        url: 'https://shop.example.com/checkout',
        user_agent: 'Mozilla/5.0',
        reporter_email: 'visitor@example.com',
        reporter_identifier: null,
        extra: { cart: 3 },
        assignee_id: null,
        assignee: null,
        labels: [],
        duplicate_of_id: null,
        attachments: [],
        comment_count: 0,
        created_at: '2026-11-15T09:00:00.000Z',
        updated_at: '2026-11-15T09:00:00.000Z',
      },
    ],
  },
);
