import { plans } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, PagedListOf, PatchOf, paginationQuery, Timestamp } from '../../../schema.ts';
import { searchQuery, Usage } from '../schema.ts';

const usage = { month: '2026-11', stored: 40, dropped_quota: 0, dropped_blocklist: 2 };

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
  created_at: '2026-11-15T09:00:00.000Z',
  member_count: 2,
  project_count: 1,
  usage,
};

const OperatorTeam = Type.Object(teamFields, { title: 'OperatorTeam', examples: [exampleTeam] });
export const OperatorTeamList = PagedListOf(OperatorTeam);

export const TeamsQuery = Type.Object({ ...searchQuery('the name or the slug'), ...paginationQuery });

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
    examples: [
      {
        id: 3,
        team_id: 1,
        name: 'Website',
        reports_per_minute: 60,
        usage,
        created_at: '2026-11-15T09:00:00.000Z',
      },
    ],
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

export const mostReportsPerMinute = 1_000_000;

export const OperatorProjectPatch = PatchOf(
  { reports_per_minute: Type.Integer({ minimum: 1, maximum: mostReportsPerMinute }) },
  { title: 'OperatorProjectPatch', examples: [{ reports_per_minute: 600 }] },
);
export type OperatorProjectPatch = Static<typeof OperatorProjectPatch>;
