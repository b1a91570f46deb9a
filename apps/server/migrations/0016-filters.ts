import { type Kysely, sql } from 'kysely';

/**
 * What makes further filters of lists fast, without a new report paying for it: counts by environment and version, exact
 * terms in the search index, an index of duplicates; and times to resolve for each project (decision 22).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A bug counts once more for its environment and for its version. In bug_counts, where labels have positive ids, these
    -- have negative ones: hashes, so that a text of any length has one of a fixed size.
    alter table bug_deltas add column environment text, add column app_version text;

    create function text_hash(text) returns text immutable strict parallel safe
      return encode(sha256(convert_to($1, 'UTF8')), 'hex');
    create function facet_id(kind text, value text) returns bigint immutable strict parallel safe
      return -1 - ('x' || left(text_hash(kind || ' ' || value), 15))::bit(60)::bigint;

    insert into bug_counts (team_id, label_id, project_id, status, severity, assignee_id, n)
    select team_id, facet_id('environment', environment), project_id, status, severity, coalesce(assignee_id, 0), count(*)
    from bugs where environment is not null group by 1, 2, 3, 4, 5, 6
    union all
    select team_id, facet_id('app_version', app_version), project_id, status, severity, coalesce(assignee_id, 0), count(*)
    from bugs where app_version is not null group by 1, 2, 3, 4, 5, 6;

    create or replace function count_deleted_bugs() returns trigger language plpgsql as $$
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

    -- Terms that a bug has as a whole, beside the words of its texts: no word begins with an equals sign.
    create function search_terms(prefix text, bug bugs) returns tsvector language sql stable parallel safe as $$
      select array_to_tsvector(array_remove(array[
        prefix || '=e' || left(text_hash(bug.environment), 24),
        prefix || '=v' || left(text_hash(bug.app_version), 24),
        prefix || '=r' || left(text_hash(fold_ascii(bug.reporter_email)), 24),
        prefix || '=r' || left(text_hash(fold_ascii(bug.reporter_identifier)), 24)
      ], null))
    $$;
    -- Terms and fingerprints are written together, and the index of words is made anew after that: word by word, it would take
    -- many times as long.
    drop index bug_search_words;
    update bug_search set words = words || search_terms((bugs.id / 32768) || '.' || bugs.team_id || '.', bugs),
      fingerprint = stack_fingerprint(bugs)
    from bugs where bugs.id = bug_id;
    create index bug_search_words on bug_search using gin (words);

    -- Lists by time look at the time of many bugs, so the indexes that lists are read from have it too.
    drop index bugs_project, bugs_team, bugs_assignee;
    create index bugs_project on bugs (project_id, id) include (status, severity, assignee_id, created_at);
    create index bugs_team on bugs (team_id, status, id) include (project_id, severity, assignee_id, created_at);
    create index bugs_assignee on bugs (assignee_id, id) include (team_id, project_id, status, severity, created_at)
      where assignee_id is not null;

    -- It costs a new report nothing: nobody reports a duplicate.
    create index bugs_marked_duplicates on bugs (team_id, id) include (project_id, status, severity, assignee_id)
      where duplicate_of_id is not null;

    -- Project 0 stands for the whole team, as in bug_days.
    alter table resolve_times drop constraint resolve_times_pkey;
    alter table resolve_times add column project_id bigint not null default 0;
    alter table resolve_times alter column project_id drop default;
    alter table resolve_times add primary key (team_id, project_id, day, bucket);
    -- Those that are not folded yet are subtracted: folding will add them.
    insert into resolve_times (team_id, project_id, day, bucket, n)
    select team_id, project_id, case when is_all then '-infinity' else day end,
      case when is_all then bucket else bucket - bucket % 4 end, sum(n)
    from (
      select team_id, project_id, (resolved_at at time zone 'utc')::date as day,
        resolve_bucket(extract(epoch from resolved_at - created_at)::bigint) as bucket, 1 as n
      from bugs where resolved_at is not null
      union all
      select team_id, project_id, resolved_on, resolve_bucket(resolve_seconds), -n
      from bug_deltas where label_id = 0 and resolved_on is not null
    ) as resolved
    cross join (values (true), (false)) as days (is_all)
    group by 1, 2, 3, 4 having sum(n) <> 0;

    drop index bugs_resolve_times;
    create index bugs_resolve_times on bugs (
      team_id,
      resolve_bucket(extract(epoch from resolved_at - created_at)::bigint),
      ((resolved_at at time zone 'utc')::date)
    ) include (created_at, resolved_at, project_id) where resolved_at is not null;
  `.execute(db);
}
