import { statuses as allStatuses } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countOf } from '../../counts/queries/counts.ts';
import { countOfDays } from '../../counts/queries/days.ts';
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
} from './filter.ts';
import type { Portion, Way } from './portions.ts';
import { selectNumbers } from './total.ts';
import type { IdRange } from './words.ts';

/** Bugs that can be counted along an index, in any order of ids; kept counts tell how many they are. */
interface List {
  from: Way['from'];
  length: RawBuilder<number>;
  /** The ids of the list, and of each whether it meets those of the filters that the index alone can tell. */
  select(range: IdRange): RawBuilder<{ id: number; is_met: boolean }>;
  /** What has to be read of those that do. */
  further: Condition[];
}

/** What it costs to pass by a bug whose row is not read. */
const passing = 0.4;

/** Every list along which bugs with these filters can be counted, with what that costs. */
export async function waysAlongLists(db: Db, filters: Filters): Promise<Way[]> {
  const { teamIds, projectId, statuses, severities, assigneeId } = filters;
  const lists = listsFor(filters);
  const [candidates = 0, ...lengths] = await selectNumbers(db, [
    countOf({ teamIds, projectId, statuses, severities, assigneeId }),
    ...lists.map(({ length }) => length),
  ]);
  return lists.map(({ from, select, further }, index) => {
    const passes = lengths[index] ?? 0;
    const read = further.length > 0 ? Math.min(passes, candidates) : 0;
    const portion = (range: IdRange) => portionOf(select(range), further);
    return { cost: passing * passes + read, from, passes, portion };
  });
}

function portionOf(listed: RawBuilder<unknown>, further: Condition[]): RawBuilder<Portion> {
  if (further.length === 0)
    return sql`
      select count(*) as passed, count(*) filter (where is_met) as total from (${listed} offset 0) as listed`;
  return sql`
    select passed, ${countAmong(sql`ids`, further)} as total from (
      select count(*) as passed, array_agg(id) filter (where is_met) as ids from (${listed} offset 0) as listed
    ) as gathered`;
}

function listsFor(filters: Filters): List[] {
  const { teamIds, projectId, statuses, assigneeId, labelIds, duplicateOf } = filters;
  const isOfTeams = sql`team_id = any(${teamIds})`;
  const lists = labelIds.map((labelId) => labelled(filters, labelId));
  if (typeof assigneeId === 'number')
    lists.push(
      listed(filters, [isOfTeams, sql`assignee_id = ${assigneeId}`], countOf({ teamIds, assigneeId })),
    );
  if (duplicateOf !== undefined && duplicateOf !== 'none') {
    const conditions = [isOfTeams, isDuplicateOf(duplicateOf)];
    const length = sql<number>`(select count(*) from bugs where ${allOf(conditions)})`;
    lists.push(listed(filters, conditions, length));
  }
  if (projectId !== undefined)
    lists.push(...dated(filters, [sql`project_id = ${projectId}`], { teamIds, projectId }));
  const ofStatuses = [isOfTeams, sql`status = any(${statuses ?? allStatuses})`];
  if (statuses || projectId === undefined) lists.push(...dated(filters, ofStatuses, { teamIds, statuses }));
  return lists;
}

function labelled(filters: Filters, labelId: number): List {
  const others = filters.labelIds.filter((id) => id !== labelId);
  return {
    from: 'newest',
    length: countOf({ teamIds: filters.teamIds, labelId }),
    select: (range) => sql`
      select bug_id as id, true as is_met from bug_labels where label_id = ${labelId} and ${isWithin(sql`bug_id`, range)}`,
    further: [...conditionsOf(filters), ...hasLabels(sql`bugs.id`, others)],
  };
}

const listed = (
  filters: Filters,
  conditions: Condition[],
  length: RawBuilder<number>,
  from: Way['from'] = 'newest',
): List => ({
  from,
  length,
  select: (range) => sql`
    select id, ${allOf(coveredConditions(filters))} as is_met from bugs
    where ${allOf([...conditions, isWithin(sql`id`, range)])}`,
  further: [...uncoveredConditions(filters), ...hasLabels(sql`bugs.id`, filters.labelIds)],
});

/**
 * A list of which is known how many bugs were created on each day. Ids mostly follow the time, so those that are new enough
 * have soon been passed from the newest on, and those that are old enough from the oldest on; and then no more need be
 * looked for, however many there are.
 */
function dated(
  filters: Filters,
  conditions: Condition[],
  counted: Pick<Filters, 'teamIds' | 'projectId' | 'statuses'>,
): List[] {
  const { createdAfter, createdBefore } = filters;
  if (!createdAfter && !createdBefore) return [listed(filters, conditions, countOf(counted))];
  const lists: List[] = [];
  if (createdAfter) {
    const since = new Date(Math.floor(createdAfter.getTime() / dayMs) * dayMs);
    const isNew = sql`created_at >= ${since}`;
    const length = countOfDays({ ...counted, createdAfter: since });
    lists.push(listed(filters, [...conditions, isNew], length));
  }
  if (createdBefore) {
    const until = new Date(Math.ceil(createdBefore.getTime() / dayMs) * dayMs);
    const isOld = sql`created_at < ${until}`;
    const length = countOfDays({ ...counted, createdBefore: until });
    lists.push(listed(filters, [...conditions, isOld], length, 'oldest'));
  }
  return lists;
}

const dayMs = 24 * 3600 * 1000;
