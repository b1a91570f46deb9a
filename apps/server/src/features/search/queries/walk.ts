import { statuses as allStatuses } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Pagination } from '../../../schema.ts';
import { countOf } from '../../counts/queries/counts.ts';
import { allOf, conditionsOf, type Filters, hasLabels, isBefore, isDuplicateOf } from './filter.ts';
import { selectNumbers, totalOf } from './total.ts';

/**
 * An index scan that a list can be read from: it goes from the newest bug to the oldest, and stops when enough bugs have
 * been found.
 */
export interface Walk {
  /** How many bugs the scan comes by, matching or not: how long the walk can get. */
  length: RawBuilder<number>;
  /** The ids of bugs that match, newest first. The plan is lazy: with a `limit`, nothing is read beyond the last match. */
  ids(before: number | null): RawBuilder<{ id: number }>;
}

/** Chooses the cheapest walk, by exact counts instead of the estimates of PostgreSQL's planner. */
export async function chooseWalk(db: Db, filters: Filters): Promise<Walk> {
  const walks = walksFor(filters);
  return shortest(walks, await selectNumbers(db, lengthsOf(walks)));
}

/** Chooses the cheapest walk too, and says how many bugs match. */
export async function measureWalk(db: Db, filters: Filters): Promise<{ walk: Walk; total: number }> {
  const walks = walksFor(filters);
  const known = totalOf(filters);
  const [total = 0, ...lengths] = await selectNumbers(db, [known ?? sql`0`, ...lengthsOf(walks)]);
  const walk = shortest(walks, lengths);
  return { walk, total: known ? total : await countIds(db, walk) };
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

async function countIds(db: Db, walk: Walk): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${walk.ids(null)}) as matching`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many of these bugs match the filters, whatever is searched for. */
export async function countAmong(db: Db, filters: Filters, ids: number[]): Promise<number> {
  const isAmong = sql`id = any(${ids}) and team_id = any(${filters.teamIds})`;
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${alongBugs(filters, [isAmong], null)}) as matching`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function selectIds(
  db: Db,
  walk: Walk,
  { limit, offset }: Pagination,
  before: number | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    ${walk.ids(before)} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Every walk that is possible for these filters; there is at least one. */
function walksFor(filters: Filters): Walk[] {
  const { teamIds, projectId, statuses, assigneeId, labelIds, duplicateOf } = filters;
  // No team has all that the filters name. The other walks would not see this: they begin with what one of them names.
  if (teamIds.length === 0) return [alongTeams(filters)];
  const walks = labelIds.map((labelId) => alongLabel(filters, labelId));
  if (typeof assigneeId === 'number') {
    const isOfTeams = sql`team_id = any(${teamIds})`;
    const length = countOf({ teamIds, assigneeId });
    walks.push({ length, ids: (before) => alongBugs(filters, [isOfTeams], before) });
  }
  if (duplicateOf !== undefined && duplicateOf !== 'none') {
    const isOfTeams = sql`team_id = any(${teamIds})`;
    const length = sql<number>`(select count(*) from bugs where ${isOfTeams} and ${isDuplicateOf(duplicateOf)})`;
    walks.push({ length, ids: (before) => alongBugs(filters, [isOfTeams], before) });
  }
  if (projectId !== undefined) {
    const length = countOf({ teamIds, projectId });
    walks.push({ length, ids: (before) => alongBugs(filters, [], before) });
  }
  if (statuses || walks.length === 0) walks.push(alongTeams(filters));
  return walks;
}

function alongLabel(filters: Filters, labelId: number): Walk {
  const others = filters.labelIds.filter((id) => id !== labelId);
  const onBug = conditionsOf(filters);
  return {
    length: countOf({ teamIds: filters.teamIds, labelId }),
    ids: (before) => sql`
      select bug_id as id from bug_labels as walked
      where label_id = ${labelId} and ${isBefore(sql`bug_id`, before)}
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
    ids: (before) => {
      if (isMany) return alongBugs(filters, [sql`team_id = any(${teamIds})`], before);
      const branches = places.map(
        ({ team, status }) =>
          sql`(${alongBugs({ ...filters, statuses: [status] }, [sql`team_id = ${team}`], before)})`,
      );
      return sql`select id from (${sql.join(branches, sql` union all `)}) as merged order by id desc`;
    },
  };
}

function alongBugs(filters: Filters, further: RawBuilder<unknown>[], before: number | null) {
  const conditions = [...further, ...conditionsOf(filters), isBefore(sql`id`, before)];
  return sql<{ id: number }>`
    select id from bugs
    where ${allOf([...conditions, ...hasLabels(sql`bugs.id`, filters.labelIds)])}
    order by id desc`;
}
