import { allReportFields } from '@skep/vocabulary';
import { nameStatement } from '../../db/statements.ts';

const fieldList = allReportFields.join(', ');

/**
 * A window that ends later than its length allows started before the clock was set back, so it is over. Another transaction may
 * have started it after this statement, so the statement's time cannot be used.
 */
const isRunning = `known.ends_at > now() and known.ends_at <= clock_timestamp() + interval '1 minute'`;

/** The report as `JSON.stringify` would write it, so that it is sent only once. */
const reportJson = `json_build_object(${allReportFields.map((name) => `'${name}', ${name}`).join(', ')})::text`;

const isRemembered = `known.created_at > now() - interval '24 hours'`;

/**
 * Handles a whole batch in one prepared statement: counts each request against its key's rate limit, decides which reports fit
 * under the monthly cap, and writes reports, activity and counters. Rows are locked in a fixed order to prevent deadlocks
 * between nodes: windows by key, idempotency keys by project and key, usage by project, then the rows of those projects.
 *
 * `action` applies if the key is within its limit: `store` the report, `block` it because a rule matched (it gets an id but is
 * not stored), or only `count` the request. `nth_of_key` numbers the requests of a key within the batch, `nth_of_project` the
 * new reports of a project.
 *
 * The primary key of `idempotency_keys` decides which request is first (`is_new`). A repeat only counts against the rate limit,
 * but still updates the row: its commit then waits for a synchronous standby too, so that it never confirms a report that only
 * the primary has.
 */
export const ingestStatement = `
with input as materialized (
  select nextval('bug_ids') as id, request.* from rows from (
    json_to_recordset($1) as (
      nth_of_key integer, window_key text, per_minute integer, project_id bigint, team_id bigint,
      cap integer, action text, rule_id bigint, request_id uuid, idempotency_key text, has_user_agent boolean,
      ${allReportFields.map((name) => `${name} text`).join(', ')}
    )
  ) with ordinality as request (
    nth_of_key, window_key, per_minute, project_id, team_id, cap, action, rule_id, request_id,
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
  select position, id, team_id, project_id, action, cap, rule_id, remaining_ms, idempotency_key,
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
  select *, count(*) filter (where is_new and action = 'store') over (partition by project_id order by position)
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
    select team_id, project_id, min(cap) as cap, count(*) filter (where action = 'store') as wanted,
      count(*) filter (where action = 'block') as blocked
    from requests where is_new and action <> 'count'
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
  where is_new and (action = 'block' or action = 'store' and stored_before + nth_of_project > usage.cap)
  returning bug_id
),
not_stored as materialized (
  select bug_id as id from dropped union all select id from requests where not is_new
),
stored as (
  insert into bugs (id, project_id, team_id, ${fieldList}, created_at, updated_at)
  select id, project_id, team_id, ${fieldList}, now(), now()
  from input where action = 'store' and id not in (select id from not_stored)
),
noted as (
  insert into activity (team_id, project_id, bug_id, kind, via, created_at, request_id)
  select team_id, project_id, id, 'created', 'api', now(), request_id
  from input where action = 'store' and id not in (select id from not_stored)
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

/** Input of the statement, without the report fields. */
export interface RequestRow {
  window_key: string;
  per_minute: number;
  project_id: number;
  team_id: number;
  cap: number | null;
  /** What to do if the key is within its limit. */
  action: 'store' | 'block' | 'count';
  rule_id?: number | null;
  request_id?: string;
  idempotency_key?: string;
  has_user_agent?: boolean;
}

/** One row per batch. Arrays have one element per request, in order. */
export interface BatchRow {
  created_at: Date;
  /** Ids of stored or dropped reports. Other requests have an unused id. */
  ids: number[];
  /** Milliseconds until the key's window ends; null if the request was admitted. */
  waits: (number | null)[];
  /** Reports dropped by the blocklist or the monthly cap. */
  dropped: number;
  /** Admitted requests with a known Idempotency-Key and their first report; null if there are none. */
  repeats: RepeatRow[] | null;
}

interface RepeatRow {
  /** 1-based. */
  position: number;
  bug_id: number;
  report: string;
  has_user_agent: boolean;
  created_at: string;
}
