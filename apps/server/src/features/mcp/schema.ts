import { reportFields, scopes, severities, statuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, PagedListOf, PatchOf, paginationOf, Text } from '../../schema.ts';
import { Bug, exampleBug } from '../bugs/schema.ts';
import { Project, ProjectDetail, projectsPerPage } from '../projects/schema.ts';

export const TokenInfo = Type.Object(
  { id: Id(), name: Type.String(), scopes: Type.Array(OneOf(scopes)) },
  { title: 'TokenInfo', examples: [{ id: 4, name: 'Claude', scopes: ['read:bugs', 'write:bugs'] }] },
);

export const TriagePatch = PatchOf(
  { status: OneOf(statuses), severity: OneOf(severities), title: Text(reportFields.title.maxLength) },
  { title: 'TriagePatch', examples: [{ status: 'in_progress' }] },
);

export const ChangedBug = Type.Object(
  {
    ...Bug.properties,
    description: Nullable(Type.String({ description: 'Null without the scope `read:bugs`.' })),
  },
  {
    title: 'ChangedBug',
    description:
      'Without `read:bugs`, `description`, `stack_trace`, `extra`, `url`, `user_agent` and the reporter are null, and `attachments` is empty.',
    examples: [exampleBug],
  },
);

/** The operation checks that exactly one is given. */
const labelFields = {
  label_id: Type.Optional(Id({ description: 'Required unless `label_name` is given.' })),
  label_name: Type.Optional(Text(50, { description: "Case-insensitive name in the bug's team." })),
};
export const LabelReference = Type.Object(labelFields, {
  title: 'LabelReference',
  examples: [{ label_name: 'Checkout' }],
});
export type LabelReference = Static<typeof LabelReference>;

const teamFields = { id: Id(), name: Type.String(), slug: Type.String() };
const exampleTeam = { id: 1, name: 'Bees', slug: 'bees' };
const TeamOfProject = Type.Object(teamFields);

const exampleOf = (schema: object) => (schema as { examples: object[] }).examples[0];

export const Honeycomb = Type.Object(
  { ...Project.properties, team: TeamOfProject },
  { title: 'Honeycomb', examples: [{ ...exampleOf(Project), team: exampleTeam }] },
);
export const HoneycombList = PagedListOf(Honeycomb, projectsPerPage);
export const HoneycombsQuery = Type.Object(paginationOf(projectsPerPage));

export const HoneycombDetail = Type.Object(
  { ...ProjectDetail.properties, team: TeamOfProject },
  { title: 'HoneycombDetail', examples: [{ ...exampleOf(ProjectDetail), team: exampleTeam }] },
);

const countsOf = <const T extends readonly string[]>(names: T) =>
  Type.Unsafe<Record<T[number], number>>({
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
  });

export const McpStats = Type.Object(
  {
    teams: Type.Array(Type.Object({ ...teamFields, open_count: Type.Integer() })),
    open_count: Type.Integer({ description: 'Number of bugs with status `open` in all these teams.' }),
    by_severity: countsOf(severities),
    by_status: countsOf(statuses),
  },
  {
    title: 'McpStats',
    examples: [
      {
        teams: [{ ...exampleTeam, open_count: 3 }],
        open_count: 3,
        by_severity: { low: 1, medium: 4, high: 1, critical: 0 },
        by_status: { open: 3, in_progress: 1, resolved: 2, closed: 0, wont_fix: 0, spam: 0 },
      },
    ],
  },
);
export type McpStats = Static<typeof McpStats>;
