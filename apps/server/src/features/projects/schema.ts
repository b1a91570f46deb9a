import { plans } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import {
  Email,
  Id,
  ListOf,
  LooseText,
  Nullable,
  OneOf,
  PagedListOf,
  PatchOf,
  paginationOf,
  Text,
  Timestamp,
} from '../../schema.ts';

/** Without descriptions, because a list may have 200 items. */
const itemFields = {
  id: Id(),
  team_id: Id(),
  name: Type.String(),
  allowed_origins: Type.Array(Type.String(), {
    description: 'Origins that browsers may report from. Empty means all.',
  }),
  notification_emails: Type.Array(Type.String(), {
    description: 'Addresses that receive emails about new bugs after confirming.',
  }),
  notify_reporters: Type.Boolean({
    description: 'Whether reporters with an email address are notified when their bug is resolved.',
  }),
  created_at: Timestamp(),
};

const exampleItem = {
  id: 3,
  team_id: 1,
  name: 'Website',
  allowed_origins: ['https://*.example.com'],
  notification_emails: ['bugs@example.com'],
  notify_reporters: false,
  created_at: '2026-11-15T09:00:00.000Z',
};

export const Project = Type.Object(itemFields, { title: 'Project', examples: [exampleItem] });
export const projectsPerPage = 200;
export const ProjectList = PagedListOf(Project, projectsPerPage);

const Usage = Type.Object(
  {
    month: Type.String({ description: 'The current month, UTC.' }),
    stored: Type.Integer(),
    dropped_quota: Type.Integer({ description: 'Reports dropped because of the monthly cap.' }),
    dropped_blocklist: Type.Integer({ description: 'Reports dropped by a blocklist rule.' }),
    cap: Nullable(
      Type.Integer({ description: 'Reports stored per month with this plan; null means no limit.' }),
    ),
  },
  { title: 'Usage' },
);

const NotificationAddress = Type.Object(
  {
    email: Type.String(),
    confirmed: Type.Boolean({
      description:
        'Whether the address receives emails: it was confirmed by the emailed link, or is the verified address of a member.',
    }),
    muted: Type.Boolean({
      description: 'Whether the owner has unsubscribed. Only a link in an earlier email can undo that.',
    }),
  },
  { title: 'NotificationAddress' },
);

export const ProjectDetail = Type.Object(
  {
    ...itemFields,
    description: Nullable(Type.String()),
    notification_addresses: Type.Array(NotificationAddress, {
      description: 'State of each of `notification_emails`, in the same order.',
    }),
    api_key: Type.String(),
    plan: OneOf(plans),
    usage: Usage,
  },
  {
    title: 'ProjectDetail',
    examples: [
      {
        ...exampleItem,
        description: null,
        notification_addresses: [{ email: 'bugs@example.com', confirmed: true, muted: false }],
        api_key: 'sk_0f3c…',
        plan: 'free',
        usage: { month: '2026-11', stored: 41, dropped_quota: 0, dropped_blocklist: 2, cap: 100 },
      },
    ],
  },
);
export type ProjectDetail = Static<typeof ProjectDetail>;

export const ProjectsQuery = Type.Object({
  team_id: Type.Optional(Id({ description: 'Only the projects of this team.' })),
  ...paginationOf(projectsPerPage),
});
export type ProjectsQuery = Static<typeof ProjectsQuery>;

const Description = Nullable(LooseText(10_000));

export const NewProject = Type.Object(
  { team_id: Id(), name: Text(200), description: Type.Optional(Description) },
  { title: 'NewProject', examples: [{ team_id: 1, name: 'Website' }] },
);
export type NewProject = Static<typeof NewProject>;

export const ProjectPatch = PatchOf(
  {
    name: Text(200),
    description: Description,
    allowed_origins: Type.Array(Type.String({ format: 'origin', maxLength: 300 }), { maxItems: 100 }),
    notification_emails: Type.Array(Email(), { maxItems: 50 }),
    notify_reporters: Type.Boolean(),
  },
  { title: 'ProjectPatch', examples: [{ allowed_origins: ['https://*.example.com'] }] },
);
export type ProjectPatch = Static<typeof ProjectPatch>;

const keyFields = {
  id: Id(),
  name: Type.String(),
  key_prefix: Type.String({ description: 'First characters of the key, for recognizing it.' }),
  created_at: Timestamp(),
  last_used_at: Nullable(Timestamp()),
};

const exampleKey = {
  id: 8,
  name: 'CI',
  key_prefix: 'sk_a81c23ef',
  created_at: '2026-11-15T09:00:00.000Z',
  last_used_at: null,
};

export const ApiKey = Type.Object(keyFields, { title: 'ApiKey', examples: [exampleKey] });
export const ApiKeyList = ListOf(ApiKey);

export const CreatedApiKey = Type.Object(
  { ...keyFields, api_key: Type.String({ description: 'The key. It is shown only once.' }) },
  { title: 'CreatedApiKey', examples: [{ ...exampleKey, api_key: 'sk_a81c23ef…' }] },
);

export const ApiKeyName = Type.Object(
  { name: Text(200) },
  { title: 'ApiKeyName', examples: [{ name: 'CI' }] },
);
