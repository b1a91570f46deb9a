import { fieldsIn } from '@skep/vocabulary';

/**
 * The best statements that we know for answers of the service, as text for pgbench: one round trip, JSON built by PostgreSQL,
 * and plans that hold for any value. They are written by hand, apart from the service's, so that they stay a limit to be
 * measured by. They leave out one thing that only the service can make: the signed addresses of attachments.
 */

/** The time as answers have it. The colons are quoted, because pgbench takes one before a letter for a variable. */
const iso = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"')`;

const assignee = `
  case when users.id is not null then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end`;

const labels = `
  json_agg(json_build_object('id', labels.id, 'name', labels.name, 'color', labels.color) order by lower(labels.name))`;

const attachments = `
  json_agg(json_build_object('id', attachments.id, 'filename', filename, 'content_type', content_type,
    'content_length', content_length, 'uploaded_at', ${iso('uploaded_at')}))`;

const isShown = 'uploaded_at is not null and not is_dropped';

const listOf = (ids: readonly number[]) => `'{${ids.join(',')}}'::bigint[]`;

/** The columns of `bugs`, or of what was returned from it, that make up a bug in full. */
const fullBug = (from: string) => `
  select bug.id, bug.project_id, bug.status, title, description, severity, environment, app_version, stack_trace, url,
    user_agent, reporter_email, reporter_identifier, extra::json as extra, assignee_id, ${assignee} as assignee,
    coalesce((
      select ${labels} from bug_labels join labels on labels.id = label_id where bug_id = bug.id
    ), '[]') as labels,
    bug.duplicate_of_id,
    (select count(*) from bugs as duplicates where duplicates.duplicate_of_id = bug.id) as duplicate_count,
    comment_count, revision, ${iso('bug.created_at')} as created_at, ${iso('bug.updated_at')} as updated_at,
    coalesce((select ${attachments} from attachments where bug_id = bug.id and ${isShown}), '[]') as attachments
  from ${from} as bug left join users on users.id = assignee_id`;

export const detail = (teams: number[], id: string) => `
  select row_to_json(answer) as answer from (
    ${fullBug('bugs')} where bug.id = ${id} and bug.team_id = any(${listOf(teams)})
  ) as answer`;

const listed = ['id', 'project_id', 'status', ...fieldsIn('list'), 'assignee_id', 'duplicate_of_id'];
const unchanged = [...listed, 'comment_count', 'revision'];

/** Labels and attachments are read for the whole page at once: row by row, they take half as long again. */
const listAnswer = (page: string, total: string) => `
  with page as materialized (
    select ${unchanged.join(', ')}, created_at, updated_at, left(description, 200) as excerpt from ${page}
    order by id desc limit 50
  )
  select json_build_object('items', coalesce(json_agg(item), '[]'), 'total', (${total})::bigint, 'limit', 50, 'offset', 0)
    as answer
  from (
    select ${unchanged.map((column) => `page.${column}`).join(', ')}, excerpt, ${assignee} as assignee,
      coalesce(labelled.labels, '[]') as labels, ${iso('page.created_at')} as created_at,
      ${iso('page.updated_at')} as updated_at, coalesce(attached.attachments, '[]') as attachments
    from page
    left join users on users.id = assignee_id
    left join (
      select bug_id, ${labels} as labels from bug_labels join labels on labels.id = label_id
      where bug_id = any(array(select id from page)) group by bug_id
    ) as labelled on labelled.bug_id = page.id
    left join (
      select bug_id, ${attachments} as attachments from attachments
      where bug_id = any(array(select id from page)) and ${isShown} group by bug_id
    ) as attached on attached.bug_id = page.id
    order by page.id desc
  ) as item`;

/**
 * How many bugs there are: the counts of all days, a row for each team or project, which is less to read than bug_counts, and
 * the deltas that are not folded into them yet.
 */
const totalOf = (teams: number[], project: string, column: string, isRecent: string) => `
  coalesce((
    select sum(${column}) from bug_days
    where team_id = any(${listOf(teams)}) and project_id = ${project} and day = '-infinity'
  ), 0) + coalesce((
    select sum(n) from bug_deltas where team_id = any(${listOf(teams)}) and label_id = 0 and ${isRecent}
  ), 0)`;

export const newest = (teams: number[]) =>
  listAnswer(`bugs where team_id = any(${listOf(teams)})`, totalOf(teams, '0', 'created', 'true'));

export const newestOfProject = (teams: number[], project: string) =>
  listAnswer(
    `bugs where project_id = ${project} and team_id = any(${listOf(teams)})`,
    totalOf(teams, project, 'created', `project_id = ${project}`),
  );

/** The newest of each team are merged as they come from the index. */
export const newestOfStatus = (teams: number[], status: string) => {
  const branches = teams.map(
    (team) => `(select * from bugs where team_id = ${team} and status = '${status}' order by id desc)`,
  );
  return listAnswer(
    `(${branches.join(' union all ')}) as bugs`,
    totalOf(teams, '0', `status_${status}`, `status = '${status}'`),
  );
};

/** The status that comes after another one in a circle, so that every change is one. */
const nextStatus = `case status when 'open' then 'in_progress' when 'in_progress' then 'resolved'
  when 'resolved' then 'closed' else 'open' end`;

/**
 * Changes the status of a bug: the bug, its counts and those of its labels, what has happened, and the answer. The labels are
 * read by a function, as they are once the bug is locked.
 */
export const changeOne = (teams: number[], id: string, userId: number) => `
  with changed as (
    update bugs set status = ${nextStatus},
      resolved_at = case when ${nextStatus} = 'resolved' then now() end, updated_at = now(), revision = revision + 1
    where id = ${id} and team_id = any(${listOf(teams)})
    returning old.status as old_status, old.resolved_at as old_resolved_at, new.*
  ),
  states as materialized (
    select changed.id, team_id, project_id, severity, coalesce(assignee_id, 0) as assignee_id, environment, app_version,
      created_at, state.*
    from changed cross join lateral (
      values (old_status, old_resolved_at, -1), (status, resolved_at, 1)
    ) as state (of_status, of_resolved_at, n)
  ),
  counted as (
    insert into bug_deltas (team_id, label_id, project_id, status, severity, assignee_id, environment, app_version,
      created_on, resolved_on, resolve_seconds, n)
    select team_id, 0, project_id, of_status, severity, assignee_id, environment, app_version,
      (created_at at time zone 'utc')::date, (of_resolved_at at time zone 'utc')::date,
      extract(epoch from of_resolved_at - created_at)::bigint, n
    from states
    union all
    select states.team_id, label_id, project_id, of_status, severity, assignee_id, null, null, null, null, null, n
    from states join labels_of(array(select id from changed)) as labelled on labelled.bug_id = states.id
  ),
  noted as (
    insert into activity (team_id, project_id, bug_id, kind, actor_id, via, changes, created_at)
    select team_id, project_id, id, 'status_changed', ${userId}, 'dashboard',
      ('{"status": {"from": "' || old_status || '", "to": "' || status || '"}}')::jsonb, now()
    from changed
  )
  select row_to_json(answer) as answer from (${fullBug('changed')}) as answer`;
