import { type Kysely, sql } from 'kysely';

/**
 * What a team's stats are made of: counts by day, and how long it took to resolve bugs. Like `bug_counts` they are complete
 * with what `bug_deltas` still holds, which the same job moves into them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Project 0 is the team as a whole, and the day -infinity is all days. "resolved" counts the bugs that became so on
    -- that day; everything else is about those created on it, with the state that they have now.
    create table bug_days (
      team_id bigint not null,
      project_id bigint not null,
      day date not null,
      created integer not null,
      resolved integer not null,
      status_open integer not null,
      status_in_progress integer not null,
      status_resolved integer not null,
      status_closed integer not null,
      status_wont_fix integer not null,
      status_spam integer not null,
      severity_low integer not null,
      severity_medium integer not null,
      severity_high integer not null,
      severity_critical integer not null,
      primary key (team_id, project_id, day)
    ) with (fillfactor = 50);

    -- The place of a time on a scale that has every second up to a minute, and then 32 steps for each doubling.
    -- It may be one off beside a power of two: there, both answers lead to the same bucket.
    create function doublings(seconds bigint) returns integer immutable parallel safe
      return greatest(floor(ln(greatest(seconds, 1)::float8) / ln(2::float8))::integer - 5, 0);
    create function resolve_bucket(seconds bigint) returns integer immutable parallel safe
      return 32 * doublings(seconds) + (greatest(seconds, 0) >> doublings(seconds))::integer;

    -- How many bugs that are resolved became so on a day after how long. The day -infinity is all days; single days, of
    -- which there are more, have only every fourth bucket.
    create table resolve_times (
      team_id bigint not null,
      day date not null,
      bucket integer not null,
      n integer not null,
      primary key (team_id, day, bucket)
    ) with (fillfactor = 50);

    -- The histogram tells in which bucket a median is; this finds the bugs of that bucket and of those days.
    create index bugs_resolve_times on bugs (
      team_id,
      resolve_bucket(extract(epoch from resolved_at - created_at)::bigint),
      ((resolved_at at time zone 'utc')::date)
    ) include (created_at, resolved_at) where resolved_at is not null;
  `.execute(db);
  await countKnownBugs(db);
}

/** All bugs, except for what will be added when the deltas are folded. */
async function countKnownBugs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table known on commit drop as
    select team_id, project_id, status, severity, (created_at at time zone 'utc')::date as created_on,
      (resolved_at at time zone 'utc')::date as resolved_on,
      extract(epoch from resolved_at - created_at)::bigint as resolve_seconds, 1 as n
    from bugs
    union all
    select team_id, project_id, status, severity, created_on, resolved_on, resolve_seconds, -n
    from bug_deltas where label_id = 0;

    insert into bug_days
    select team_id, place.project_id, spot.day,
      coalesce(sum(n) filter (where is_created), 0),
      coalesce(sum(n) filter (where is_resolved), 0),
      coalesce(sum(n) filter (where is_created and status = 'open'), 0),
      coalesce(sum(n) filter (where is_created and status = 'in_progress'), 0),
      coalesce(sum(n) filter (where is_created and status = 'resolved'), 0),
      coalesce(sum(n) filter (where is_created and status = 'closed'), 0),
      coalesce(sum(n) filter (where is_created and status = 'wont_fix'), 0),
      coalesce(sum(n) filter (where is_created and status = 'spam'), 0),
      coalesce(sum(n) filter (where is_created and severity = 'low'), 0),
      coalesce(sum(n) filter (where is_created and severity = 'medium'), 0),
      coalesce(sum(n) filter (where is_created and severity = 'high'), 0),
      coalesce(sum(n) filter (where is_created and severity = 'critical'), 0)
    from known
    cross join lateral (values (0), (known.project_id)) as place (project_id)
    cross join lateral (values
      ('-infinity'::date, true, resolved_on is not null),
      (created_on, true, false),
      (resolved_on, false, true)
    ) as spot (day, is_created, is_resolved)
    where spot.day is not null
    group by 1, 2, 3;

    insert into resolve_times
    select team_id, spot.day, spot.bucket, sum(n)
    from (select *, resolve_bucket(resolve_seconds) as fine from known where resolved_on is not null) as known
    cross join lateral (values ('-infinity'::date, fine), (resolved_on, fine - fine % 4)) as spot (day, bucket)
    group by 1, 2, 3 having sum(n) <> 0;
  `.execute(db);
}
