-- Counts of bugs. Every change of a bug leaves rows in `bug_deltas`, in its own transaction and without waiting for anybody; a
-- job folds them into the other tables. What there is at any moment is the sum of both (decision 8).

-- The days (UTC) and the seconds that it took to resolve a bug are set where the bug itself is counted (label 0). Rows come
-- and go all the time, so a fixed number of dead ones starts a vacuum, and the file keeps its size for the next ones.
create table bug_deltas (
  team_id bigint not null,
  label_id bigint not null default 0,
  project_id bigint not null,
  status text not null,
  severity text not null,
  assignee_id bigint not null default 0,
  created_on date,
  resolved_on date,
  resolve_seconds bigint,
  n integer not null,
  environment text,
  app_version text,
  id bigint generated always as identity primary key
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = false);

-- A bug counts once for itself (label 0), once for each of its labels, and once for its environment and its version, which
-- have negative ids (see facet_id). Assignee 0 stands for nobody.
create table bug_counts (
  team_id bigint not null,
  label_id bigint not null,
  project_id bigint not null,
  status text not null,
  severity text not null,
  assignee_id bigint not null,
  n bigint not null,
  primary key (team_id, label_id, project_id, status, severity, assignee_id)
) with (fillfactor = 50);

-- Labels have positive ids; environments and versions have negative ones: hashes, so that a text of any length has one of a
-- fixed size.
create function text_hash(text) returns text immutable strict parallel safe
  return encode(sha256(convert_to($1, 'UTF8')), 'hex');
create function facet_id(kind text, value text) returns bigint immutable strict parallel safe
  return -1 - ('x' || left(text_hash(kind || ' ' || value), 15))::bit(60)::bigint;

-- Project 0 stands for the whole team, and the day -infinity for all days. "resolved" counts the bugs that were resolved on
-- that day; every other column counts those that were created on it, by the state that they have now.
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

-- The bucket of a duration in a logarithmic histogram: one for every second up to about a minute, and then 32 for each
-- doubling. The number of doublings may be one off beside a power of two: there, both lead to the same bucket.
create function doublings(seconds bigint) returns integer immutable parallel safe
  return greatest(floor(ln(greatest(seconds, 1)::float8) / ln(2::float8))::integer - 5, 0);
create function resolve_bucket(seconds bigint) returns integer immutable parallel safe
  return 32 * doublings(seconds) + (greatest(seconds, 0) >> doublings(seconds))::integer;

-- Histograms of how long it took to resolve the bugs that were resolved on a day. The day -infinity stands for all days;
-- single days, of which there are more, have only every fourth bucket. Project 0 stands for the whole team.
create table resolve_times (
  team_id bigint not null,
  day date not null,
  bucket integer not null,
  n integer not null,
  project_id bigint not null,
  primary key (team_id, project_id, day, bucket)
) with (fillfactor = 50);

-- The histogram tells in which bucket a median is; this finds the bugs of that bucket and of those days.
create index bugs_resolve_times on bugs (
  team_id,
  resolve_bucket(extract(epoch from resolved_at - created_at)::bigint),
  ((resolved_at at time zone 'utc')::date)
) include (created_at, resolved_at, project_id) where resolved_at is not null;

-- Bugs that are stored or changed are counted by the statement that does it. They are deleted in many ways, so a trigger
-- counts that.
create function count_deleted_bugs() returns trigger language plpgsql as $$
begin
  insert into bug_deltas (team_id, label_id, project_id, status, severity, assignee_id, environment, app_version,
    created_on, resolved_on, resolve_seconds, n)
  select team_id, 0, project_id, status, severity, coalesce(assignee_id, 0), environment, app_version,
    (created_at at time zone 'utc')::date, (resolved_at at time zone 'utc')::date,
    extract(epoch from resolved_at - created_at)::bigint, -count(*)
  from before
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
  return null;
end $$;
create trigger counted_delete after delete on bugs referencing old table as before
  for each statement execute function count_deleted_bugs();

-- The labels as they are now. Being volatile, the function takes a new snapshot: the calling statement's own may be older
-- than changes of others for which it has waited.
create function labels_of(bug_ids bigint[]) returns setof bug_labels language plpgsql volatile rows 500 as $$
begin
  return query select * from bug_labels where bug_id = any(bug_ids);
end $$;

-- A label is counted by the state of its bug, so a bug's labels have to be deleted before the bug.
create function count_changed_labels() returns trigger language plpgsql as $$
begin
  insert into bug_deltas (team_id, label_id, project_id, status, severity, assignee_id, n)
  select bugs.team_id, label_id, project_id, status, severity, coalesce(assignee_id, 0),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed join bugs on bugs.id = changed.bug_id
  group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger counted_insert after insert on bug_labels referencing new table as changed
  for each statement execute function count_changed_labels();
create trigger counted_delete after delete on bug_labels referencing old table as changed
  for each statement execute function count_changed_labels();

-- Bugs of an environment by the day they were created on, so that a list by both has an exact total (decision 22). As in
-- bug_days, project 0 stands for the whole team. Environments have the ids that they have in bug_counts.
create table environment_days (
  team_id bigint not null,
  environment_id bigint not null,
  project_id bigint not null,
  day date not null,
  created integer not null,
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
  primary key (team_id, environment_id, project_id, day)
) with (fillfactor = 50);

-- Deltas are deleted when they are folded into the other counts.
create function fold_environment_days() returns trigger language plpgsql as $$
begin
  insert into environment_days as known
  with summed as materialized (
    select team_id, project_id, environment, created_on, status, severity, sum(n)::integer as n
    from folded where label_id = 0 and environment is not null
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
  ),
  -- Hashing a text takes longer than all else, so each is hashed once.
  hashed as materialized (
    select environment, facet_id('environment', environment) as environment_id
    from (select distinct environment from summed) as named
  )
  select team_id, environment_id, case when is_team then 0 else project_id end as project_id, created_on,
    sum(n * (true)::integer), sum(n * (status = 'open')::integer), sum(n * (status = 'in_progress')::integer),
    sum(n * (status = 'resolved')::integer), sum(n * (status = 'closed')::integer), sum(n * (status = 'wont_fix')::integer),
    sum(n * (status = 'spam')::integer), sum(n * (severity = 'low')::integer), sum(n * (severity = 'medium')::integer),
    sum(n * (severity = 'high')::integer), sum(n * (severity = 'critical')::integer)
  from summed join hashed using (environment)
  cross join (values (true), (false)) as places (is_team)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (team_id, environment_id, project_id, day) do update
  set created = known.created + excluded.created, status_open = known.status_open + excluded.status_open,
    status_in_progress = known.status_in_progress + excluded.status_in_progress,
    status_resolved = known.status_resolved + excluded.status_resolved,
    status_closed = known.status_closed + excluded.status_closed,
    status_wont_fix = known.status_wont_fix + excluded.status_wont_fix,
    status_spam = known.status_spam + excluded.status_spam, severity_low = known.severity_low + excluded.severity_low,
    severity_medium = known.severity_medium + excluded.severity_medium,
    severity_high = known.severity_high + excluded.severity_high,
    severity_critical = known.severity_critical + excluded.severity_critical;
  return null;
end $$;
create trigger folded_environment_days after delete on bug_deltas referencing old table as folded
  for each statement execute function fold_environment_days();
