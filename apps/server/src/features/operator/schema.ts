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
    search: Type.Optional(LooseText(200, { description: `A part of ${what}, whatever its case.` })),
    ...paginationQuery,
  });

const Flow = (description: string) =>
  Type.Object(
    {
      waiting: Type.Integer({
        description: 'What is due and not yet done; 1,000 stands for any number beyond.',
      }),
      lag_seconds: Type.Integer({
        description: 'For how long the oldest of it has been due; 0 when nothing waits.',
      }),
      is_late: Type.Boolean({ description: 'Whether that is more than a minute, and somebody should look.' }),
    },
    { description },
  );

const Loop = Type.Object({
  name: Type.String(),
  last_success_at: Nullable(Timestamp()),
  failures: Type.Integer({ description: 'How often in a row it has failed since.' }),
  lag_seconds: Type.Integer(),
});

const calm = { waiting: 0, lag_seconds: 0, is_late: false };

export const Overview = Type.Object(
  {
    version: Type.String(),
    default_plan: Type.String({ description: 'The plan that new teams get.' }),
    signup: Type.String({ description: 'Who may make an account, as configured.' }),
    totals: Type.Object({ teams: Type.Integer(), users: Type.Integer(), projects: Type.Integer() }),
    usage: Usage,
    health: Type.Object({
      dispatcher: Flow('Events on their way to webhooks and mails.'),
      deliveries: Flow('Deliveries to webhooks that are due.'),
      index: Flow('New bugs on their way into the search index.'),
      mail: Flow('Mails that are due.'),
      jobs: Flow('All jobs that are due, mails among them.'),
    }),
    jobs_given_up: Type.Integer({
      description: 'Jobs that failed too often and wait for somebody to retry them.',
    }),
    loops: Type.Array(Loop, { description: 'What runs beside requests in the process that answers this.' }),
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
      description: 'How many reports each project stores in a month, by the plan; null is no limit.',
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
    reports_per_minute: Type.Integer({ description: 'How many reports a minute each of its keys may send.' }),
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

export const UsersQuery = SearchQuery('the name or the e-mail address');

const OperatorJob = Type.Object(
  {
    id: Id(),
    kind: Type.String(),
    payload: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What it is about: mostly ids.',
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
    affected: Type.Integer({ description: 'How many are tried again.' }),
    remaining: Type.Integer({ description: 'How many are left for the next call.' }),
  },
  { title: 'RetriedJobs', examples: [{ affected: 12, remaining: 0 }] },
);

export const JobsQuery = Type.Object(paginationQuery);
