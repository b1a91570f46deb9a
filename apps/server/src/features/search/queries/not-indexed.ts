import { statuses } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** The bugs of some teams that the search index does not have yet. */
export interface NotIndexed {
  /** All of them, where they are few enough to be read one by one; else none. */
  ids: number[];
  /** Whether they are too many for that: a search then finds what is indexed, and has to say so. */
  isIndexing: boolean;
  /** The end of the ids that are indexed: the highest one plus one. */
  end: number;
}

/** So many bugs are read one by one in place of the index, which takes a few tenths of a second. */
const mostRead = 2_000;
/** So much of what has happened in all teams is looked through for those of some. */
const mostPassed = 10_000;
/**
 * Bugs are indexed in the order of transactions, which is that of ids but for what is given out while a statement runs: far
 * fewer than so many. Those of transactions that run for long are found by their transaction.
 */
const outOfOrder = 100_000;

/**
 * Selects the bugs of these teams that are not in the index yet, with ids below `before` if one is given. The usual way is
 * what the index has to do next. When that is much, because some team has sent a flood, another team's few are looked up
 * among its own newest bugs: those of neighbours must not hide them.
 */
export async function selectNotIndexed(
  db: Db,
  teamIds: number[],
  before: number | null = null,
): Promise<NotIndexed> {
  const { isAll, ...next } = await selectNext(db, teamIds, before);
  const { ids, end } = isAll ? next : await selectAmongNewest(db, teamIds, before);
  const isIndexing = ids.length > mostRead;
  return { ids: isIndexing ? [] : ids, isIndexing, end };
}

const endOfIndex = sql`(select coalesce(max(bug_id), 0) + 1 from bug_search)`;

/** What was running when the index last looked, and has ended since. */
const endedSince = sql`
  select activity.id, activity.xid, bug_id, team_id, kind
  from pg_snapshot_xip(cursor.seen) as running (xid) join activity using (xid)
  where pg_visible_in_snapshot(running.xid, pg_current_snapshot())`;

const isWanted = (teamIds: number[], before: number | null) => sql`
  kind = 'created' and team_id = any(${teamIds}) and not (xid is not distinct from begun and id <= begun_up_to)
  and ${isBefore(sql`bug_id`, before)}`;

const isBefore = (bugId: RawBuilder<unknown>, before: number | null) =>
  before === null ? sql`true` : sql`${bugId} < ${before}`;

async function selectNext(db: Db, teamIds: number[], before: number | null) {
  const { rows } = await sql<{ ids: number[]; end: number; isAll: boolean }>`
    with news as materialized (
      select id, xid, bug_id, team_id, kind, begun, begun_up_to from search_cursor as cursor cross join lateral (
        (
          select id, xid, bug_id, team_id, kind from activity
          where xid >= pg_snapshot_xmax(cursor.seen) order by xid, id limit ${mostPassed}
        ) union all (${endedSince} limit ${mostPassed})
      ) as news
    )
    select (select count(*) < ${mostPassed} from news) as "isAll", ${endOfIndex} as end,
      to_json(array(
        select bug_id from news where ${isWanted(teamIds, before)}
          -- Words are written a moment before the cursor moves.
          and (select indexed.bug_id from bug_search as indexed where indexed.bug_id = news.bug_id) is null
      )) as ids`.execute(db);
  return rows[0] as { ids: number[]; end: number; isAll: boolean };
}

/** One more than are read, if there are so many. Each list begins with the newest, because few of these are indexed. */
async function selectAmongNewest(db: Db, teamIds: number[], before: number | null) {
  const { rows } = await sql<{ ids: number[]; end: number }>`
    select index.end, to_json(array(
      select bug_id from search_cursor as cursor cross join lateral (${endedSince}) as news
      where ${isWanted(teamIds, before)}
        and (select indexed.bug_id from bug_search as indexed where indexed.bug_id = news.bug_id) is null
      union
      select id from (
        select id from unnest(${teamIds}::bigint[]) as team, unnest(${[...statuses]}::text[]) as state
        cross join lateral (
          select id from bugs
          where team_id = team and status = state and id >= index.end - ${outOfOrder} and ${isBefore(sql`id`, before)}
          order by id desc offset 0
        ) as newest
        where (select indexed.bug_id from bug_search as indexed where indexed.bug_id = newest.id) is null
        limit ${mostRead + 1}
      ) as unread
    )) as ids
    from (select ${endOfIndex} as end offset 0) as index`.execute(db);
  return rows[0] as { ids: number[]; end: number };
}
