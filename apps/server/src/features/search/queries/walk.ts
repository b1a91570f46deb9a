import { statuses as allStatuses } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Pagination } from '../../../schema.ts';
import { countOf } from '../../counts/queries/counts.ts';
import {
  allOf,
  type Condition,
  conditionsOf,
  countAmong,
  coveredConditions,
  type Filters,
  hasLabels,
  isDuplicateOf,
  isWithin,
  uncoveredConditions,
  type Within,
} from './filter.ts';
import { selectNumbers } from './total.ts';

/**
 * An index scan that a list can be read from: it goes from the newest bug to the oldest, and stops when enough bugs have
 * been found.
 */
export interface Walk {
  /** How many bugs the scan comes by, matching or not: how long the walk can get. */
  length: RawBuilder<number>;
  /** The ids of bugs that match, newest first. The plan is lazy: with a `limit`, nothing is read beyond the last match. */
  ids(within: Within): RawBuilder<{ id: number }>;
}

/** Chooses the cheapest walk, by exact counts instead of the estimates of PostgreSQL's planner. */
export async function chooseWalk(db: Db, filters: Filters): Promise<Walk> {
  const walks = walksFor(filters);
  return shortest(walks, await selectNumbers(db, lengthsOf(walks)));
}

/** Chooses the cheapest walk too, and says what another number is. */
export async function measureWalk(
  db: Db,
  filters: Filters,
  known: RawBuilder<number>,
): Promise<{ walk: Walk; total: number }> {
  const { total, walkIn } = await measureWalks(db, filters, known);
  return { total, walk: walkIn(filters.teamIds) };
}

/** What there is to know before a list can be read. */
interface Measured {
  total: number;
  /** In which teams each of the named things is. */
  teamsOfEach: number[][];
  /** The cheapest walk through these of the teams. Bugs of the others do not match, so they change nothing about the lengths. */
  walkIn(teamIds: number[]): Walk;
}

/** Measures the walks, and asks by the same statement for a number and where those things are that the filters name. */
export async function measureWalks(
  db: Db,
  filters: Filters,
  known: RawBuilder<number>,
  teamsOfNamed: RawBuilder<number[][]> = sql`'[]'::json`,
): Promise<Measured> {
  const { rows } = await sql<{ numbers: number[]; teams: number[][] }>`
    select to_json(array[${sql.join([known, ...lengthsOf(walksFor(filters))])}]) as numbers,
      ${teamsOfNamed} as teams`.execute(db);
  const [{ numbers, teams }] = rows as [{ numbers: number[]; teams: number[][] }];
  const [total = 0, ...lengths] = numbers;
  return {
    total,
    teamsOfEach: teams,
    walkIn: (teamIds) => shortest(walksFor({ ...filters, teamIds }), lengths),
  };
}

/** Chooses the cheapest walk, and says how long it can get. */
export async function shortestWalk(db: Db, filters: Filters): Promise<{ walk: Walk; length: number }> {
  const walks = walksFor(filters);
  const lengths = await selectNumbers(
    db,
    walks.map(({ length }) => length),
  );
  return { walk: shortest(walks, lengths), length: Math.min(...lengths) };
}

/** What has to be counted to choose a walk; where there is only one, that is nothing. */
const lengthsOf = (walks: Walk[]) => (walks.length > 1 ? walks.map(({ length }) => length) : []);

const shortest = (walks: Walk[], lengths: number[]) =>
  walks[Math.max(lengths.indexOf(Math.min(...lengths)), 0)] as Walk;

/** How many bugs of a range match, as an expression of SQL. */
export const countWithin = (walk: Walk, within: Within) => sql<number>`(
  select count(*) from (${walk.ids(within)}) as matching
)`;

/** Whether all of these bugs match the filters, whatever is searched for. */
export async function matchAll(db: Db, filters: Filters, ids: number[]): Promise<boolean> {
  const isOfTeams = sql`team_id = any(${filters.teamIds})`;
  const conditions = [isOfTeams, ...conditionsOf(filters), ...hasLabels(sql`bugs.id`, filters.labelIds)];
  const [matching] = await selectNumbers(db, [countAmong(sql`${ids}::bigint[]`, conditions)]);
  return matching === ids.length;
}

export async function selectIds(
  db: Db,
  walk: Walk,
  { limit, offset }: Pagination,
  within: Within,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    ${walk.ids(within)} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Every walk that is possible for these filters; there is at least one. */
function walksFor(filters: Filters): Walk[] {
  const { teamIds, projectId, statuses, assigneeId, labelIds, duplicateOf } = filters;
  // No team has all that the filters name. The other walks would not see this: they begin with what one of them names.
  if (teamIds.length === 0) return [alongTeams(filters)];
  const isOfTeams = sql`team_id = any(${teamIds})`;
  const walks = labelIds.map((labelId) => alongLabel(filters, labelId));
  if (typeof assigneeId === 'number') {
    const length = countOf({ teamIds, assigneeId });
    walks.push({ length, ids: (within) => inTwoSteps(filters, along(filters, [isOfTeams], within)) });
  }
  if (duplicateOf !== undefined && duplicateOf !== 'none') {
    const conditions = [isOfTeams, isDuplicateOf(duplicateOf)];
    const length = sql<number>`(select count(*) from bugs where ${allOf(conditions)})`;
    walks.push({ length, ids: (within) => inTwoSteps(filters, along(filters, conditions, within)) });
  }
  if (projectId !== undefined) {
    const length = countOf({ teamIds, projectId });
    walks.push({ length, ids: (within) => inTwoSteps(filters, along(filters, [], within)) });
  }
  if (statuses || walks.length === 0) walks.push(alongTeams(filters));
  return walks;
}

function alongLabel(filters: Filters, labelId: number): Walk {
  const others = filters.labelIds.filter((id) => id !== labelId);
  const onBug = conditionsOf(filters);
  return {
    length: countOf({ teamIds: filters.teamIds, labelId }),
    ids: (within) => sql`
      select bug_id as id from bug_labels as walked
      where label_id = ${labelId} and ${isWithin(sql`bug_id`, within)}
        and ${allOf(hasLabels(sql`walked.bug_id`, others))}
        ${onBug.length > 0 ? sql`and exists (select from bugs where id = walked.bug_id and ${allOf(onBug)})` : sql``}
      order by bug_id desc`,
  };
}

/** Up to how many pairs of team and status are merged. With more, planning the statement costs more than it saves. */
const placesToMerge = 100;

/**
 * Scans the index that has the bugs of a team and status by id, once for each pair of them, and merges the scans row by row
 * (PostgreSQL's Merge Append).
 */
function alongTeams(filters: Filters): Walk {
  const { teamIds, statuses } = filters;
  const places = teamIds.flatMap((team) => (statuses ?? allStatuses).map((each) => ({ team, status: each })));
  const isMany = places.length > placesToMerge || places.length === 0;
  return {
    length: countOf({ teamIds, statuses }),
    ids: (within) => {
      if (isMany) return inTwoSteps(filters, along(filters, [sql`team_id = any(${teamIds})`], within));
      const branches = places.map(
        ({ team, status }) =>
          sql`(${along({ ...filters, statuses: [status] }, [sql`team_id = ${team}`], within)})`,
      );
      return inTwoSteps(
        filters,
        sql`select id from (${sql.join(branches, sql` union all `)}) as merged order by id desc`,
      );
    },
  };
}

/** Bugs that meet those of the conditions that the index alone can tell, and these. */
const along = (filters: Filters, conditions: Condition[], within: Within) => sql<{ id: number }>`
  select id from bugs
  where ${allOf([...conditions, ...coveredConditions(filters), isWithin(sql`id`, within)])}
  order by id desc`;

/**
 * Leaves over those that meet the other conditions too. They are looked up one by one: as a part of the first step they would
 * make it read the row of every bug that it comes by, because only a scan whose columns are all in the index reads none.
 */
function inTwoSteps(filters: Filters, listed: RawBuilder<{ id: number }>): RawBuilder<{ id: number }> {
  const conditions = [...onRow(filters, sql`listed.id`), ...hasLabels(sql`listed.id`, filters.labelIds)];
  if (conditions.length === 0) return listed;
  return sql`select id from (${listed} offset 0) as listed where ${allOf(conditions)} order by id desc`;
}

/** The condition that the row of the bug with this id meets those of the filters that no index of lists can tell. */
function onRow(filters: Filters, bugId: Condition): Condition[] {
  const conditions = uncoveredConditions(filters);
  return conditions.length === 0
    ? []
    : [sql`(select ${allOf(conditions)} from bugs as looked_up where looked_up.id = ${bugId})`];
}
