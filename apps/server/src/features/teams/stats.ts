import {
  type Severity,
  type StatsRange,
  type Status,
  severities,
  statsRanges,
  statuses,
} from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { type Actor, requireProject, requireTeam } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { Id, IdParams, Nullable, OneOf } from '../../schema.ts';

const rangeDescription =
  '`week`: the last 7 days, `month`: the last 30 days, both including today; `all`: all time. Days are calendar days in UTC.';

const StatsQuery = Type.Object({
  range: Type.Unsafe<StatsRange>({
    type: 'string',
    enum: statsRanges,
    default: 'month',
    description: rangeDescription,
  }),
  project_id: Type.Optional(Id({ description: 'Only this project of the team.' })),
});
type StatsQuery = Static<typeof StatsQuery>;

const CountsOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<Record<T[number], number>>({
    ...Type.Object(Object.fromEntries(values.map((value) => [value, Type.Integer()]))),
    description,
  });

const Days = (description: string) =>
  Type.Array(Type.Object({ date: Type.String(), created: Type.Integer(), resolved: Type.Integer() }), {
    description,
  });

const ofTheRange = 'Bugs created in the range, by their current state';

const TeamStats = Type.Object(
  {
    range: OneOf(statsRanges, { description: rangeDescription }),
    total: Type.Integer({ description: 'Bugs created in the range.' }),
    open_count: Type.Integer({ description: `${ofTheRange}: number with status \`open\`.` }),
    by_status: CountsOf(statuses, `${ofTheRange}: number per status.`),
    by_severity: CountsOf(severities, `${ofTheRange}: number per severity.`),
    by_project: Type.Array(Type.Object({ project_id: Id(), name: Type.String(), count: Type.Integer() }), {
      description: 'All projects of the team with the number of bugs created in the range, largest first.',
    }),
    by_assignee: Type.Array(
      Type.Object({
        assignee: Nullable(Type.Object({ id: Id(), name: Type.String() })),
        count: Type.Integer(),
        open: Type.Integer({ description: 'Number with status `open` or `in_progress`.' }),
      }),
      { description: `${ofTheRange}: number per assignee, largest first. Null means unassigned.` },
    ),
    per_day: Days(
      'Every day of the range, oldest first; the last 365 days for `all`. `created`: bugs created on that day. ' +
        '`resolved`: bugs resolved on that day and still resolved.',
    ),
    median_hours_to_resolve: Nullable(
      Type.Number({
        description:
          'Median time from creation to resolution, in hours with two decimals, of bugs that were resolved in the range ' +
          'and still are. Null if there are none.',
      }),
    ),
    previous: Nullable(
      Type.Object(
        {
          total: Type.Integer(),
          per_day: Days('Every day of that period, oldest first.'),
          median_hours_to_resolve: Nullable(Type.Number()),
        },
        { description: 'The same for the period of equal length before the range; null for `all`.' },
      ),
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
        by_assignee: [
          { assignee: { id: 7, name: 'Ada' }, count: 8, open: 4 },
          { assignee: null, count: 4, open: 2 },
        ],
        per_day: [{ date: '2026-11-15', created: 2, resolved: 1 }],
        median_hours_to_resolve: 26.5,
        previous: {
          total: 9,
          per_day: [{ date: '2026-11-08', created: 1, resolved: 3 }],
          median_hours_to_resolve: 30.25,
        },
      },
    ],
  },
);
type TeamStats = Static<typeof TeamStats>;

const route = routeOptions('teams', { auth: 'session' });

export function statsRoutes(app: App, context: Context): void {
  app.get(
    '/teams/:team_id/stats',
    route('getTeamStats', 'Read statistics of a team', {
      params: IdParams('team_id'),
      querystring: StatsQuery,
      response: { 200: TeamStats },
    }),
    ({ actor, params, query }) => getTeamStats(context, actor, params.team_id, query),
  );
}

const daysListed = { week: 7, month: 30, all: 365 };

/** The range, or as many days before it. */
interface Period {
  range: StatsRange;
  isPrevious?: boolean;
}

async function getTeamStats(
  { pools: { main } }: Context,
  actor: Actor,
  teamId: number,
  { range, project_id: projectId }: StatsQuery,
): Promise<TeamStats> {
  requireTeam(actor, teamId);
  if (projectId !== undefined) await requireProject(main, { ...actor, teamIds: [teamId] }, projectId);
  const ofProject = projectId === undefined ? sql`true` : sql`project_id = ${projectId}`;
  const those = sql`team_id = ${teamId} and ${ofProject}`;
  const period = { range };
  const [counts, byAssignee, perDay, median, previous, projects] = await Promise.all([
    countCreated(main, those, period),
    countByAssignee(main, those, period),
    countPerDay(main, those, period),
    selectMedianHours(main, those, period),
    range === 'all' ? null : selectPrevious(main, those, range),
    main.selectFrom('projects').select(['id', 'name']).where('team_id', '=', teamId).execute(),
  ]);
  const sumOf = (matches: (count: (typeof counts)[number]) => boolean) =>
    counts.reduce((sum, count) => (matches(count) ? sum + count.n : sum), 0);
  const byStatus = countsOf(statuses, (value) => sumOf(({ status }) => status === value));
  return {
    range,
    total: sumOf(() => true),
    open_count: byStatus.open,
    by_status: byStatus,
    by_severity: countsOf(severities, (value) => sumOf(({ severity }) => severity === value)),
    by_project: projects
      .filter(({ id }) => projectId === undefined || id === projectId)
      .map(({ id, name }) => ({ project_id: id, name, count: sumOf(({ project_id }) => project_id === id) }))
      .sort((a, b) => b.count - a.count || a.project_id - b.project_id),
    by_assignee: byAssignee,
    per_day: perDay,
    median_hours_to_resolve: median,
    previous,
  };
}

function countsOf<V extends string>(values: readonly V[], count: (value: V) => number): Record<V, number> {
  return Object.fromEntries(values.map((value) => [value, count(value)])) as Record<V, number>;
}

async function selectPrevious(db: Db, those: RawBuilder<unknown>, range: StatsRange) {
  const period = { range, isPrevious: true };
  const [perDay, median] = await Promise.all([
    countPerDay(db, those, period),
    selectMedianHours(db, those, period),
  ]);
  const total = perDay.reduce((sum, { created }) => sum + created, 0);
  return { total, per_day: perDay, median_hours_to_resolve: median };
}

const daysAgo = (days: number) =>
  sql`date_trunc('day', now() at time zone 'utc') - make_interval(days => ${days})`;

const firstDay = ({ range, isPrevious }: Period) => daysAgo(daysListed[range] * (isPrevious ? 2 : 1) - 1);
const lastDay = ({ range, isPrevious }: Period) => daysAgo(isPrevious ? daysListed[range] : 0);

function isWithin(column: 'created_at' | 'resolved_at', period: Period): RawBuilder<unknown> {
  if (period.range === 'all') return sql`true`;
  const since = sql`${sql.ref(column)} >= (${firstDay(period)}) at time zone 'utc'`;
  if (!period.isPrevious) return since;
  return sql`${since} and ${sql.ref(column)} < (${lastDay(period)} + interval '1 day') at time zone 'utc'`;
}

async function countCreated(db: Db, those: RawBuilder<unknown>, period: Period) {
  const { rows } = await sql<{ project_id: number; status: Status; severity: Severity; n: number }>`
    select project_id, status, severity, count(*) as n from bugs
    where ${those} and ${isWithin('created_at', period)} group by 1, 2, 3`.execute(db);
  return rows;
}

async function countByAssignee(db: Db, those: RawBuilder<unknown>, period: Period) {
  const { rows } = await sql<TeamStats['by_assignee'][number]>`
    select case when users.id is not null then json_build_object('id', users.id, 'name', users.name) end as assignee,
      count, open
    from (
      select assignee_id, count(*), count(*) filter (where status in ('open', 'in_progress')) as open
      from bugs where ${those} and ${isWithin('created_at', period)} group by assignee_id
    ) as counted left join users on users.id = assignee_id
    order by count desc, assignee_id nulls last`.execute(db);
  return rows;
}

/** One index lookup per day is faster than grouping all bugs. */
async function countPerDay(db: Db, those: RawBuilder<unknown>, period: Period) {
  const countOn = (column: 'created_at' | 'resolved_at') => sql`(
    select count(*) from bugs where ${those}
      and ${sql.ref(column)} >= day at time zone 'utc' and ${sql.ref(column)} < (day + interval '1 day') at time zone 'utc'
  )`;
  const { rows } = await sql<TeamStats['per_day'][number]>`
    select to_char(day, 'YYYY-MM-DD') as date, ${countOn('created_at')} as created, ${countOn('resolved_at')} as resolved
    from generate_series(${firstDay(period)}, ${lastDay(period)}, interval '1 day') as day
    order by day`.execute(db);
  return rows;
}

/** Rounded to two decimals. */
async function selectMedianHours(db: Db, those: RawBuilder<unknown>, period: Period) {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from percentile_cont(0.5) within group (
      order by greatest(resolved_at - created_at, interval '0')
    ))::float8 as seconds
    from bugs where ${those} and resolved_at is not null and ${isWithin('resolved_at', period)}`.execute(db);
  const seconds = rows[0]?.seconds ?? null;
  return seconds === null ? null : Math.round(Math.round(seconds) / 36) / 100;
}
