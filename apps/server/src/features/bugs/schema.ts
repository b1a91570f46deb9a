import {
  allReportFields,
  derivedFields,
  forFields,
  optionalTexts,
  type ReportField,
  reportFields,
  severities,
  statuses,
} from '@skep/vocabulary';
import Type, { type Static, type TSchema } from 'typebox';
import { Id, Nullable, OneOf, PatchOf, Text, Timestamp } from '../../schema.ts';
import { Attachment } from '../attachments/schema.ts';

export const exampleReport = {
  ...forFields(allReportFields, () => null),
  title: 'Checkout button does nothing',
  description: 'I press "Pay" and nothing happens.',
  severity: 'high',
  url: 'https://shop.example.com/checkout',
  user_agent: 'Mozilla/5.0',
  reporter_email: 'visitor@example.com',
  extra: { cart: 3 },
};

export const exampleBug = {
  id: 412,
  project_id: 3,
  status: 'open',
  ...exampleReport,
  assignee_id: null,
  assignee: null,
  labels: [],
  duplicate_of_id: null,
  duplicate_count: 0,
  attachments: [],
  comment_count: 0,
  revision: 1,
  created_at: '2026-11-15T09:00:00.000Z',
  updated_at: '2026-11-15T09:00:00.000Z',
};

const LabelOfBug = Type.Object(
  { id: Id(), name: Type.String(), color: Type.String() },
  { title: 'LabelOfBug' },
);

const AssigneeOfBug = Nullable(
  Type.Object({ id: Id(), name: Type.String(), email: Type.String() }, { title: 'Assignee' }),
);

const reported = {
  title: Type.String(),
  description: Type.String(),
  severity: OneOf(severities),
  ...forFields(optionalTexts, () => Nullable(Type.String())),
  ...forFields(derivedFields, (name) =>
    Nullable(Type.String({ description: reportFields[name].description })),
  ),
  extra: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
  }),
} satisfies Record<ReportField, TSchema>;
const { title, description, ...others } = reported;

export const IfMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      pattern: '^"\\d+"$',
      description: 'The quoted revision of the bug. If it has changed, the request is rejected with 412.',
      examples: ['"7"'],
    }),
  ),
});

export const Bug = Type.Object(
  {
    id: Id(),
    project_id: Id(),
    title,
    description,
    status: OneOf(statuses),
    ...others,
    assignee_id: Nullable(Id()),
    assignee: AssigneeOfBug,
    labels: Type.Array(LabelOfBug),
    duplicate_of_id: Nullable(Id()),
    duplicate_count: Type.Integer({ description: 'Number of duplicates of this bug.' }),
    attachments: Type.Array(Attachment),
    comment_count: Type.Integer(),
    revision: Type.Integer({
      description: 'Starts at 1 and increases by one with every request that changes a field shown here.',
    }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { title: 'Bug', examples: [exampleBug] },
);

export const Assignment = Type.Unsafe<number | 'me' | null>({
  anyOf: [Id(), { type: 'string', enum: ['me'] }, { type: 'null' }],
  description: 'A member of the team, `me`, or null for nobody.',
});

export const BugPatch = PatchOf(
  {
    status: OneOf(statuses),
    severity: OneOf(severities),
    assignee_id: Assignment,
    title: Text(reportFields.title.maxLength),
  },
  { title: 'BugPatch', examples: [{ status: 'in_progress', assignee_id: 'me' }] },
);
export type BugPatch = Static<typeof BugPatch>;
