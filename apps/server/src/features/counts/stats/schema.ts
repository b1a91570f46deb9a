import { type StatsRange, severities, statsRanges, statuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf } from '../../../schema.ts';

const rangeDescription =
  '`week` is the last 7 days, `month` the last 30, today included; `all` is everything. Days are calendar days, UTC.';

export const StatsQuery = Type.Object({
  range: Type.Unsafe<StatsRange>({
    type: 'string',
    enum: statsRanges,
    default: 'month',
    description: rangeDescription,
  }),
  project_id: Type.Optional(Id({ description: 'Only of this project of the team.' })),
});
export type StatsQuery = Static<typeof StatsQuery>;

const CountsOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<Record<T[number], number>>({
    ...Type.Object(Object.fromEntries(values.map((value) => [value, Type.Integer()]))),
    description,
  });

const ofTheRange = 'Of the bugs created in the range, with the state that they have now';

export const TeamStats = Type.Object(
  {
    range: OneOf(statsRanges, { description: rangeDescription }),
    total: Type.Integer({ description: 'Bugs created in the range.' }),
    open_count: Type.Integer({ description: `${ofTheRange}: those with status \`open\`.` }),
    by_status: CountsOf(statuses, `${ofTheRange}: how many have each status.`),
    by_severity: CountsOf(severities, `${ofTheRange}: how many have each severity.`),
    by_project: Type.Array(Type.Object({ project_id: Id(), name: Type.String(), count: Type.Integer() }), {
      description:
        'Every project of the team and how many bugs were created in it in the range, largest first.',
    }),
    per_day: Type.Array(
      Type.Object({ date: Type.String(), created: Type.Integer(), resolved: Type.Integer() }),
      {
        description:
          'Every day of the range, oldest first; for `all` the last 365. `created` are the bugs created on that ' +
          'day, `resolved` those that are resolved now and became so on that day.',
      },
    ),
    median_hours_to_resolve: Nullable(
      Type.Number({
        description:
          'Over the bugs that are resolved now and became so in the range, whenever they were created: the median of ' +
          'the time from creation to resolution, in hours with two decimals. Null when there are none.',
      }),
    ),
  },
  {
    title: 'TeamStats',
    examples: [
      {
        range: 'week',
        total: 12,
        open_count: 5,
        by_status: { open: 5, in_progress: 1, resolved: 4, closed: 1, wont_fix: 0, spam: 1 },
        by_severity: { low: 2, medium: 7, high: 3, critical: 0 },
        by_project: [
          { project_id: 3, name: 'Website', count: 9 },
          { project_id: 4, name: 'App', count: 3 },
        ],
        per_day: [{ date: '2026-11-15', created: 2, resolved: 1 }],
        median_hours_to_resolve: 26.5,
      },
    ],
  },
);
export type TeamStats = Static<typeof TeamStats>;
