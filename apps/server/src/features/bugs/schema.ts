import { severities, statuses } from '@skep/vocabulary';
import Type from 'typebox';
import { Id, Nullable, OneOf, Timestamp } from '../../schema.ts';
import { Attachment } from '../attachments/schema.ts';

const LabelOfBug = Type.Object({ id: Id(), name: Type.String(), color: Type.String() });

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
