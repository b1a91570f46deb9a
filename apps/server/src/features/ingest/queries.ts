import { allReportFields } from '@skep/vocabulary';
import { nameStatement } from '../../db/statements.ts';

const fieldList = allReportFields.join(', ');

/**
 * A window that ends further ahead than its length began before the clock was set back, and is over. Others may have begun it
 * after this statement did, so that the time of the statement does not tell.
 */
const isRunning = `known.ends_at > now() and known.ends_at <= clock_timestamp() + interval '1 minute'`;

/** The report as `JSON.stringify` would write it, so that it need not be sent twice. */
const reportJson = `json_build_object(${allReportFields.map((name) => `'${name}', ${name}`).join(', ')})::text`;

const isRemembered = `known.created_at > now() - interval '24 hours'`;

/**
 * The prepared statement that handles a whole batch of requests: it counts each against the rate limit of its key (a fixed
 * window of a minute), decides which reports fit into their project's month, and writes reports, activity and counters.
 * Rows are locked in a fixed order, first windows by key, then idempotency keys by project and key, then usage by project,
 * then what belongs to those projects, so that two nodes cannot deadlock.
 *
 * `wish` says what is to be done with a request whose key has not used up its minute: `store` its report, `block` a report
 * that a rule has matched (which is counted and gets an id, but is not stored), or only `count` the request. `nth_of_key`
 * numbers the requests of a key within the batch, `nth_of_project` the reports of a project that are new and to be stored.
 *
 * The primary key of `idempotency_keys` decides which request is the first with its Idempotency-Key: `is_new`. A repeat
 * only counts against the rate limit. It updates the row all the same, so that its commit waits for a synchronous standby
 * like the commit of the first one: otherwise a repeat would confirm a report that only the primary has.
 */
export const ingestStatement = `
with input as materialized (
  select nextval('bug_ids') as id, request.* from rows from (
    json_to_recordset($1) as (
      nth_of_key integer, window_key text, per_minute integer, project_id bigint, team_id bigint,
      cap integer, wish text, rule_id bigint, request_id uuid, idempotency_key text, has_user_agent boolean,
      ${allReportFields.map((name) => `${name} text`).join(', ')}
    )
  ) with ordinality as request (
    nth_of_key, window_key, per_minute, project_id, team_id, cap, wish, rule_id, request_id,
    idempotency_key, has_user_agent, ${fieldList}, position
  )
),
windows as (
  insert into key_windows as known (key, hits, hits_before, ends_at)
  select window_key, count(*), 0, now() + interval '1 minute' from input group by window_key order by window_key
  on conflict (key) do update set
    hits_before = case when ${isRunning} then known.hits else 0 end,
    hits = case when ${isRunning} then known.hits else 0 end + excluded.hits,
    ends_at = case when ${isRunning} then known.ends_at else excluded.ends_at end
  returning key, hits_before, extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as remaining_ms
),
counted_requests as materialized (
  select position, id, team_id, project_id, wish, cap, rule_id, remaining_ms, idempotency_key,
    hits_before + nth_of_key <= per_minute as is_admitted
  from input join windows on windows.key = input.window_key
),
keys as (
  insert into idempotency_keys as known (team_id, project_id, key, bug_id, report, has_user_agent, created_at)
  select team_id, project_id, idempotency_key, id, ${reportJson}, has_user_agent, now()
  from input where id in (
    select distinct on (project_id, idempotency_key) id from counted_requests
    where is_admitted and idempotency_key is not null order by project_id, idempotency_key, position
  ) order by project_id, idempotency_key
  on conflict (team_id, project_id, key) do update set
    bug_id = case when ${isRemembered} then known.bug_id else excluded.bug_id end,
    report = case when ${isRemembered} then known.report else excluded.report end,
    has_user_agent = case when ${isRemembered} then known.has_user_agent else excluded.has_user_agent end,
    created_at = case when ${isRemembered} then known.created_at else excluded.created_at end
  returning project_id, key, bug_id, report, has_user_agent, created_at
),
requests as materialized (
  select *, count(*) filter (where is_new and wish = 'store') over (partition by project_id order by position)
    as nth_of_project
  from (
    select counted_requests.*, is_admitted and (idempotency_key is null or bug_id = id) as is_new
    from counted_requests left join keys
      on keys.project_id = counted_requests.project_id and key = idempotency_key
  ) as known_requests
),
usage as (
  insert into project_usage as known (team_id, project_id, month, cap, stored, dropped_quota, dropped_blocklist)
  select team_id, project_id, (select to_char(now() at time zone 'utc', 'YYYY-MM')), cap,
    least(wanted, cap), wanted - least(wanted, cap), blocked
  from (
    select team_id, project_id, min(cap) as cap, count(*) filter (where wish = 'store') as wanted,
      count(*) filter (where wish = 'block') as blocked
    from requests where is_new and wish <> 'count'
    group by team_id, project_id order by project_id
  ) as projects
  on conflict (team_id, project_id, month) do update set
    cap = excluded.cap,
    stored_before = known.stored,
    stored = known.stored + least(
      excluded.stored + excluded.dropped_quota,
      greatest(coalesce(excluded.cap, 2147483647) - known.stored, 0)
    ),
    dropped_quota = known.dropped_quota + excluded.stored + excluded.dropped_quota - least(
      excluded.stored + excluded.dropped_quota,
      greatest(coalesce(excluded.cap, 2147483647) - known.stored, 0)
    ),
    dropped_blocklist = known.dropped_blocklist + excluded.dropped_blocklist
  returning project_id, stored_before, cap
),
dropped as (
  insert into dropped_reports (bug_id, team_id, project_id, created_at)
  select id, team_id, requests.project_id, now()
  from requests join usage on usage.project_id = requests.project_id
  where is_new and (wish = 'block' or wish = 'store' and stored_before + nth_of_project > usage.cap)
  returning bug_id
),
not_stored as materialized (
  select bug_id as id from dropped union all select id from requests where not is_new
),
stored as (
  insert into bugs (id, project_id, team_id, ${fieldList}, created_at, updated_at)
  select id, project_id, team_id, ${fieldList}, now(), now()
  from input where wish = 'store' and id not in (select id from not_stored)
),
noted as (
  insert into activity (team_id, project_id, bug_id, kind, via, created_at, request_id)
  select team_id, project_id, id, 'created', 'api', now(), request_id
  from input where wish = 'store' and id not in (select id from not_stored)
  returning id, team_id
),
outboxed as (
  insert into outbox (team_id, activity_ids) select team_id, array[id] from noted
),
matched as (
  update blocklist_rules set match_count = match_count + hits.count
  from (
    select rule_id, count(*) from requests join usage on usage.project_id = requests.project_id
    where rule_id is not null and is_new group by rule_id
  ) as hits
  where blocklist_rules.id = hits.rule_id
)
select now()::timestamptz(3) as created_at,
  array_agg(id order by position) as ids,
  array_agg(case when not is_admitted then remaining_ms end order by position) as waits,
  (select count(*) from dropped) as dropped,
  (
    select json_agg(json_build_object('position', position, 'bug_id', bug_id, 'report', report,
      'has_user_agent', has_user_agent, 'created_at', created_at))
    from requests join keys on keys.project_id = requests.project_id and key = idempotency_key
    where is_admitted and not is_new
  ) as repeats
from requests`;
nameStatement(ingestStatement);

/** What the statement is told of a request, besides the fields of its report. */
export interface RequestRow {
  window_key: string;
  per_minute: number;
  project_id: number;
  team_id: number;
  cap: number | null;
  /** What is to be done if the key has not used up its minute. */
  wish: 'store' | 'block' | 'count';
  rule_id?: number | null;
  request_id?: string;
  idempotency_key?: string;
  has_user_agent?: boolean;
}

/** The statement answers one row for the whole batch. Its arrays have an element for each request, in the batch's order. */
export interface BatchRow {
  created_at: Date;
  /** The ids of the reports, stored or dropped. A request that stored and dropped nothing has an unused id here. */
  ids: number[];
  /** Milliseconds until the key's minute is over; null where the request was admitted. */
  waits: (number | null)[];
  /** How many reports were dropped, for the blocklist or the month's cap. */
  dropped: number;
  /** The admitted requests whose Idempotency-Key was used before, each with what came first; null where there are none. */
  repeats: RepeatRow[] | null;
}

interface RepeatRow {
  /** The place of the request in the batch, counted from 1. */
  position: number;
  bug_id: number;
  report: string;
  has_user_agent: boolean;
  created_at: string;
}
