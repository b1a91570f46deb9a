import { plans } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import {
  Id,
  LooseText,
  Nullable,
  OneOf,
  PagedListOf,
  PatchOf,
  paginationQuery,
  Timestamp,
} from '../../schema.ts';

const usage = { month: '2026-11', stored: 40, dropped_quota: 0, dropped_blocklist: 2 };
const created_at = '2026-11-15T09:00:00.000Z';

const Usage = Type.Object(
  {
    month: Type.String({ description: '`YYYY-MM`, UTC.' }),
    stored: Type.Integer(),
    dropped_quota: Type.Integer(),
    dropped_blocklist: Type.Integer(),
  },
  { title: 'OperatorUsage', examples: [usage] },
);

const SearchQuery = (what: string) =>
  Type.Object({
    search: Type.Optional(LooseText(200, { description: `Part of ${what}, case-insensitive.` })),
    ...paginationQuery,
  });

const Flow = (description: string) =>
  Type.Object(
    {
      waiting: Type.Integer({
        description: 'Number of due items, capped at 1,000.',
      }),
      lag_seconds: Type.Integer({
        description: 'Age of the oldest due item; 0 if there is none.',
      }),
      is_late: Type.Boolean({ description: 'Whether the age is more than a minute and needs attention.' }),
    },
    { description },
  );

const Loop = Type.Object({
  name: Type.String(),
  last_success_at: Nullable(Timestamp()),
  failures: Type.Integer({ description: 'Consecutive failures since then.' }),
  lag_seconds: Type.Integer(),
});

const calm = { waiting: 0, lag_seconds: 0, is_late: false };

export const Overview = Type.Object(
  {
    version: Type.String(),
    default_plan: Type.String({ description: 'Plan of new teams.' }),
    signup: Type.String({ description: 'Configured sign-up policy.' }),
    totals: Type.Object({ teams: Type.Integer(), users: Type.Integer(), projects: Type.Integer() }),
    usage: Usage,
    health: Type.Object({
      dispatcher: Flow('Events not yet dispatched to webhooks and email.'),
      deliveries: Flow('Due webhook deliveries.'),
      index: Flow('Bugs not yet in the search index.'),
      mail: Flow('Due emails.'),
      jobs: Flow('All due jobs, including emails.'),
    }),
    jobs_given_up: Type.Integer({
      description: 'Failed jobs that need to be retried or discarded.',
    }),
    loops: Type.Array(Loop, { description: 'Background loops of the responding process.' }),
  },
  {
    title: 'OperatorOverview',
    examples: [
      {
        version: '0.1.0',
        default_plan: 'free',
        signup: 'open',
        totals: { teams: 3, users: 7, projects: 5 },
        usage: { month: '2026-11', stored: 240, dropped_quota: 12, dropped_blocklist: 3 },
        health: { dispatcher: calm, deliveries: calm, index: calm, mail: calm, jobs: calm },
        jobs_given_up: 0,
        loops: [{ name: 'jobs', last_success_at: '2026-11-15T09:00:00.000Z', failures: 0, lag_seconds: 0 }],
      },
    ],
  },
);
export type Overview = Static<typeof Overview>;

const teamFields = {
  id: Id(),
  name: Type.String(),
  slug: Type.String(),
  plan: OneOf(plans),
  cap: Nullable(
    Type.Integer({
      description: 'Reports stored per project and month with this plan; null means no limit.',
    }),
  ),
  created_at: Timestamp(),
  member_count: Type.Integer(),
  project_count: Type.Integer(),
  usage: Usage,
};

const exampleTeam = {
  id: 1,
  name: 'Bees',
  slug: 'bees',
  plan: 'free',
  cap: 100,
  created_at,
  member_count: 2,
  project_count: 1,
  usage,
};

const OperatorTeam = Type.Object(teamFields, { title: 'OperatorTeam', examples: [exampleTeam] });
export const OperatorTeamList = PagedListOf(OperatorTeam);

export const TeamsQuery = SearchQuery('the name or the slug');

export const OperatorProject = Type.Object(
  {
    id: Id(),
    team_id: Id(),
    name: Type.String(),
    reports_per_minute: Type.Integer({ description: 'Reports per minute that each API key may send.' }),
    usage: Usage,
    created_at: Timestamp(),
  },
  {
    title: 'OperatorProject',
    examples: [{ id: 3, team_id: 1, name: 'Website', reports_per_minute: 60, usage, created_at }],
  },
);

export const OperatorTeamDetail = Type.Object(
  {
    ...teamFields,
    members: Type.Array(Type.Object({ id: Id(), name: Type.String(), email: Type.String() })),
    projects: Type.Array(OperatorProject),
  },
  {
    title: 'OperatorTeamDetail',
    examples: [{ ...exampleTeam, members: [{ id: 1, name: 'Ada', email: 'ada@example.com' }], projects: [] }],
  },
);

export const OperatorTeamPatch = PatchOf(
  { plan: OneOf(plans) },
  { title: 'OperatorTeamPatch', examples: [{ plan: 'unlimited' }] },
);
export type OperatorTeamPatch = Static<typeof OperatorTeamPatch>;

export const maxReportsPerMinute = 1_000_000;

export const OperatorProjectPatch = PatchOf(
  { reports_per_minute: Type.Integer({ minimum: 1, maximum: maxReportsPerMinute }) },
  { title: 'OperatorProjectPatch', examples: [{ reports_per_minute: 600 }] },
);
export type OperatorProjectPatch = Static<typeof OperatorProjectPatch>;

const OperatorUser = Type.Object(
  {
    id: Id(),
    email: Type.String(),
    name: Type.String(),
    email_verified: Type.Boolean(),
    is_operator: Type.Boolean(),
    created_at: Timestamp(),
    teams: Type.Array(Type.Object({ id: Id(), name: Type.String(), slug: Type.String() })),
  },
  {
    title: 'OperatorUser',
    examples: [
      {
        id: 1,
        email: 'ada@example.com',
        name: 'Ada',
        email_verified: true,
        is_operator: true,
        created_at,
        teams: [{ id: 1, name: 'Bees', slug: 'bees' }],
      },
    ],
  },
);
export const OperatorUserList = PagedListOf(OperatorUser);

export const UsersQuery = SearchQuery('the name or the email address');

const OperatorJob = Type.Object(
  {
    id: Id(),
    kind: Type.String(),
    payload: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Parameters of the job, mostly ids.',
    }),
    attempts: Type.Integer(),
    last_error: Nullable(Type.String()),
  },
  {
    title: 'OperatorJob',
    examples: [
      {
        id: 12,
        kind: 'send-invitation',
        payload: { invitation_id: 5 },
        attempts: 10,
        last_error: 'connect ECONNREFUSED 127.0.0.1:25',
      },
    ],
  },
);
export const OperatorJobList = PagedListOf(OperatorJob);

export const RetriedJobs = Type.Object(
  {
    affected: Type.Integer({ description: 'Number of retried jobs.' }),
    remaining: Type.Integer({ description: 'Number of failed jobs left for the next call.' }),
  },
  { title: 'RetriedJobs', examples: [{ affected: 12, remaining: 0 }] },
);

export const JobsQuery = Type.Object(paginationQuery);
