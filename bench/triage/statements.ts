import { fieldsIn } from '@skep/vocabulary';

/**
 * The fastest known SQL for responses of the service, as text for pgbench: one round trip, JSON built by PostgreSQL. It is
 * independent of the service's queries, so that the baseline stays fixed. Signed URLs of attachments are left out.
 */

/** ISO time. The colons are quoted, because pgbench reads `:letter` as a variable. */
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

const fullBug = `
  select bug.id, bug.project_id, bug.status, title, description, severity, environment, app_version, stack_trace, url,
    user_agent, reporter_email, reporter_identifier, extra::json as extra, assignee_id, ${assignee} as assignee,
    coalesce((
      select ${labels} from bug_labels join labels on labels.id = label_id where bug_id = bug.id
    ), '[]') as labels,
    bug.duplicate_of_id,
    (select count(*) from bugs as duplicates where duplicates.duplicate_of_id = bug.id) as duplicate_count,
    comment_count, revision, ${iso('bug.created_at')} as created_at, ${iso('bug.updated_at')} as updated_at,
    coalesce((select ${attachments} from attachments where bug_id = bug.id and ${isShown}), '[]') as attachments
  from bugs as bug left join users on users.id = assignee_id`;

export const detail = (teams: number[], id: string) => `
  select row_to_json(answer) as answer from (
    ${fullBug} where bug.id = ${id} and bug.team_id = any(${listOf(teams)})
  ) as answer`;

const listed = ['id', 'project_id', 'status', ...fieldsIn('list'), 'assignee_id', 'duplicate_of_id'];
const unchanged = [...listed, 'comment_count', 'revision'];

/** Labels and attachments are joined for the whole page; row by row takes 50 % longer. */
export const newest = (teams: number[]) => `
  with page as materialized (
    select ${unchanged.join(', ')}, created_at, updated_at, left(description, 200) as excerpt from bugs
    where team_id = any(${listOf(teams)})
    order by id desc limit 50
  )
  select json_build_object('items', coalesce(json_agg(item), '[]'), 'total', (
    select count(*) from (select from bugs where team_id = any(${listOf(teams)}) limit 10001) as counted
  ), 'limit', 50, 'offset', 0)
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
