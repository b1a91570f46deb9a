import {
  severities as allSeverities,
  statuses as allStatuses,
  type Severity,
  type Status,
} from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../db/connection.ts';
import { argument, prepareStatement, type Statement } from '../../../../db/statements.ts';
import type { StoredImage } from '../../../../storage/storage.ts';
import { selectItems } from '../../items/queries.ts';

/** What most lists are asked for: the newest bugs, or those before one of them, by place and kind. */
export interface QuickList {
  teamIds: number[];
  projectId: number | undefined;
  statuses: Status[] | undefined;
  severities: Severity[] | undefined;
  before: number | null;
  limit: number;
  offset: number;
}

export interface QuickPage {
  /** Whether the project is in one of the teams. */
  is_there: boolean;
  total: number;
  /** The page as JSON, without its brackets; null when it is empty. */
  items: string | null;
  /** Those of its bugs, in their order; null when they have none. */
  images: StoredImage[] | null;
}

/** Of how many pairs of team and status the index scans are merged. With more, the kept plans get large. */
const mostPlaces = 18;

/**
 * Reads a page and its total by one statement, which is built once for each kind of question. Undefined when the question is
 * not of those kinds: when it could come by many bugs that do not match, of which no kept count tells.
 */
export async function readQuickPage(db: Db, list: QuickList): Promise<QuickPage | undefined> {
  const { teamIds, projectId, statuses = [], severities = [], before, limit, offset } = list;
  const isSparse = severities.length > 0 || (projectId !== undefined && statuses.length > 0);
  const places = teamIds.length * (statuses.length || allStatuses.length);
  if (teamIds.length === 0 || places > mostPlaces || (before !== null && isSparse)) return undefined;
  const statement = statementFor({
    teams: projectId === undefined ? teamIds.length : 1,
    hasProject: projectId !== undefined,
    hasBefore: before !== null,
    statuses: allStatuses.filter((status) => statuses.includes(status)),
    severities: allSeverities.filter((severity) => severities.includes(severity)),
  });
  if (!statement) return undefined;
  const further = [projectId, before].filter((id) => id !== undefined && id !== null);
  const [page] = await statement(db, [teamIds, limit, offset, ...further]);
  return page;
}

/** What the SQL depends on; everything else is an argument. */
interface Kind {
  teams: number;
  hasProject: boolean;
  hasBefore: boolean;
  statuses: Status[];
  severities: Severity[];
}

const statements = new Map<string, Statement<QuickPage>>();

/** Every connection keeps these statements with their plans, so there are not any number of them. */
const mostStatements = 200;

function statementFor(kind: Kind): Statement<QuickPage> | undefined {
  const name = JSON.stringify(kind);
  const known = statements.get(name);
  if (known || statements.size >= mostStatements) return known;
  const statement = prepareStatement(() => selectPage(kind));
  statements.set(name, statement);
  return statement;
}

const teamIds = argument(1, 'bigint[]');
const limit = argument(2, 'bigint');
const offset = argument(3, 'bigint');
// Only arguments that there are can be numbered: these two are left out where they are not asked for.
const project = argument(4, 'bigint');
const beforeOf = ({ hasProject }: Kind) => argument(hasProject ? 5 : 4, 'bigint');

const projectOfTeams = sql`(select team_id from projects where id = ${project} and team_id = any(${teamIds}))`;

const selectPage = (kind: Kind): RawBuilder<QuickPage> => sql`
  with numbers as materialized (
    select ${kind.hasProject ? sql`${projectOfTeams} is not null` : sql`true`} as is_there, ${totalOf(kind)} as total
      ${kind.hasProject && kind.statuses.length > 0 ? sql`, ${isProjectShorter(kind)} as is_project_shorter` : sql``}
  ),
  page as materialized (
    ${idsOf(kind)} limit greatest(least(${limit}, (select total from numbers) - ${offset}), 0) offset ${offset}
  )
  select is_there, total, items, images
  from numbers, (
    select string_agg(json, ',' order by id desc) as items,
      json_agg(image order by id desc) filter (where image is not null) as images
    from (${selectItems(sql`array(select id from page)`)}) as items
  ) as listed`;

/** Counts are kept by status and by severity; by both at once they are kept in more, smaller parts. */
function totalOf({ hasProject, statuses, severities }: Kind): RawBuilder<number> {
  if (statuses.length > 0 && severities.length > 0) return totalOfParts(hasProject, statuses, severities);
  const columns = [
    ...statuses.map((name) => `status_${name}`),
    ...severities.map((name) => `severity_${name}`),
  ];
  return totalOfPlace(hasProject ? project : sql`0`, columns, [
    ...(hasProject ? [sql`project_id = ${project}`] : []),
    ...among('status', statuses),
    ...among('severity', severities),
  ]);
}

/** The rows of `bug_days` at `-infinity` count all bugs of a team (as project 0) and of each of its projects. */
const totalOfPlace = (
  projectId: RawBuilder<unknown>,
  columns: string[],
  conditions: RawBuilder<unknown>[],
): RawBuilder<number> => sql`(
  coalesce((
    select sum(${sql.raw(columns.join(' + ') || 'created')}) from bug_days
    where team_id = any(${teamIds}) and project_id = ${projectId} and day = '-infinity'
  ), 0) + coalesce((
    select sum(n) from bug_deltas where ${all([sql`team_id = any(${teamIds})`, sql`label_id = 0`, ...conditions])}
  ), 0)
)::bigint`;

function totalOfParts(hasProject: boolean, statuses: Status[], severities: Severity[]): RawBuilder<number> {
  const conditions = all([
    sql`team_id = any(${teamIds})`,
    sql`label_id = 0`,
    ...(hasProject ? [sql`project_id = ${project}`] : []),
    ...among('status', statuses),
    ...among('severity', severities),
  ]);
  return sql`(
    coalesce((select sum(n) from bug_counts where ${conditions}), 0)
    + coalesce((select sum(n) from bug_deltas where ${conditions}), 0)
  )::bigint`;
}

/** Whether there are fewer bugs in the project than with these statuses in its team. */
const isProjectShorter = ({ statuses }: Kind): RawBuilder<boolean> => sql`
  ${totalOfPlace(project, [], [sql`project_id = ${project}`])} <= ${totalOfPlace(
    sql`0`,
    statuses.map((name) => `status_${name}`),
    among('status', statuses),
  )}`;

/** The ids that match, newest first: index scans that are merged row by row (Merge Append), and read as far as needed. */
function idsOf(kind: Kind): RawBuilder<unknown> {
  const { teams, hasProject, hasBefore, statuses, severities } = kind;
  const further = [...among('severity', severities), ...(hasBefore ? [sql`id < ${beforeOf(kind)}`] : [])];
  const scan = (conditions: RawBuilder<unknown>[]) =>
    sql`(select id from bugs where ${all([...conditions, ...further])} order by id desc)`;
  const alongTeams = (conditions: RawBuilder<unknown>[] = []) =>
    Array.from({ length: teams }, (_, index) =>
      hasProject ? projectOfTeams : sql`(${teamIds})[${sql.lit(index + 1)}]`,
    ).flatMap((team) =>
      (statuses.length > 0 ? statuses : allStatuses).map((status) =>
        scan([sql`team_id = ${team}`, sql`status = ${sql.lit(status)}`, ...conditions]),
      ),
    );
  if (!hasProject) return merged(alongTeams());
  const ofProject = sql`project_id = ${project}`;
  if (statuses.length === 0) return scan([ofProject]);
  return merged([
    scan([ofProject, ...among('status', statuses), sql`(select is_project_shorter from numbers)`]),
    ...alongTeams([ofProject, sql`not (select is_project_shorter from numbers)`]),
  ]);
}

const merged = (scans: RawBuilder<unknown>[]) =>
  sql`select id from (${sql.join(scans, sql` union all `)}) as merged order by id desc`;

const among = (column: 'status' | 'severity', values: readonly string[]): RawBuilder<unknown>[] =>
  values.length > 0 ? [sql`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`] : [];

const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);
