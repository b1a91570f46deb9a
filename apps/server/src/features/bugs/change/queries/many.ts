import type { Severity, Status } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../../db/connection.ts';
import type { ActivityAuthor } from '../../../activity/queries.ts';
import { countingChange } from '../../../counts/queries/change.ts';
import { intoOutbox } from '../../../events/outbox.ts';
import { type Batch, keepingBatch } from '../../bulk/queries.ts';
import type { SomeBugs } from '../../queries/lock.ts';

export interface BugValues {
  status?: Status | undefined;
  severity?: Severity | undefined;
  /** Null takes the assignee off; undefined leaves it as it is. */
  assigneeId?: number | null | undefined;
}

/**
 * Sets fields of any number of bugs, which have to be locked, and writes an activity for each change. Bugs of other teams,
 * and bugs that have these values already, are left alone. Returns how many of the bugs are in these teams, changed or not.
 */
export async function changeBugs(
  trx: Trx,
  by: ActivityAuthor,
  bugs: SomeBugs,
  { status, severity, assigneeId }: BugValues,
  batch?: Batch,
): Promise<number> {
  const values = wishing({
    status: sql`${status ?? null}`,
    severity: sql`${severity ?? null}`,
    assigneeId: assigneeId === undefined ? undefined : sql`${assigneeId}::bigint`,
  });
  const fields = fieldsOf({ status, severity, assigneeId });
  const { known } = await makeChange(trx, by, bugs, { values, fields }, batch);
  return known;
}

export type Field = 'status' | 'severity' | 'assignee';

/** Which fields are given. */
export function fieldsOf({ status, severity, assigneeId }: BugValues): Field[] {
  const fields: Field[] = [];
  if (status) fields.push('status');
  if (severity) fields.push('severity');
  if (assigneeId !== undefined) fields.push('assignee');
  return fields;
}

/** Selects what bugs become that are given the same values: null leaves status and severity as they are. */
export const wishing = (values: {
  status: RawBuilder<unknown>;
  severity: RawBuilder<unknown>;
  assigneeId: RawBuilder<unknown> | undefined;
}) => sql`
  select known.*, wishes.*, case
      when new_status <> 'resolved' then null
      when status = 'resolved' then resolved_at
      else now()::timestamptz(3)
    end as new_resolved_at
  from known cross join lateral (
    select coalesce(${values.status}, status) as new_status, coalesce(${values.severity}, severity) as new_severity,
      ${values.assigneeId ?? sql`assignee_id`} as new_assignee_id
  ) as wishes`;

/** What bugs are to become. */
interface Wanted {
  /** Selects all of `known` for each bug, and its values as `new_status`, `new_severity`, `new_assignee_id` and `new_resolved_at`. */
  values: RawBuilder<unknown>;
  /** Which of them may be others than the bug has; undefined when all may be. What cannot change costs nothing. */
  fields?: Field[];
}

interface Counted {
  known: number;
  changed: number;
}

/**
 * Gives bugs, which have to be locked, the values that are wanted, wherever they are others than the bug has. A row that is
 * locked stays where it is, so it is updated by its place, which saves looking it up once more.
 */
export async function makeChange(
  trx: Trx,
  by: ActivityAuthor,
  { ids, teamIds }: SomeBugs,
  { values, fields = [] }: Wanted,
  batch?: Batch,
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    with known as materialized (
      select ${knownColumns} from bugs where id = any(${ids}) and team_id = any(${teamIds})
    ),
    ${changing({ values, fields }, { actorId: sql`${by.actorId}`, via: sql`${by.via}`, requestId: sql`${by.requestId}` }, { keeping: keepingBatch(batch, formerValues) })}
    select (select count(*) from known) as known, (select count(*) from changed) as changed`.execute(trx);
  return rows[0] as Counted;
}

export const knownColumns = sql.raw(
  `ctid as spot, id, team_id, project_id, status, severity, assignee_id, environment, app_version, created_at, resolved_at,
    revision`,
);

/**
 * Common table expressions for the `with` of a statement that changes bugs: those in `known`, which has the columns above and
 * whose rows are locked.
 */
export const changing = (
  { values, fields = [] }: Wanted,
  by: Record<keyof ActivityAuthor, RawBuilder<unknown>>,
  { keeping = sql``, returning = sql`` }: { keeping?: RawBuilder<unknown>; returning?: RawBuilder<unknown> },
) => sql`
  wanted as (${values}),
  changed as materialized (
    select *, revision + 1 as new_revision from wanted
    where new_status <> status or new_severity <> severity or new_assignee_id is distinct from assignee_id
  ),
  updated as (
    update bugs set status = new_status, severity = new_severity, assignee_id = new_assignee_id,
      resolved_at = new_resolved_at, updated_at = now(), revision = new_revision
    from changed where bugs.ctid = changed.spot
    ${returning}
  ),
  ${countingChange(former, latter)},
  ${keeping}
  noted as (
    insert into activity (team_id, project_id, bug_id, kind, actor_id, via, changes, created_at, request_id)
    select team_id, project_id, id, kind, ${by.actorId}, ${by.via}, changes, now(), ${by.requestId}::uuid
    from (${sql.join(activitiesOf(fields), sql` union all `)}) as entries
    order by id, place
    returning id, team_id, bug_id
  ),
  outboxed as (${sql.raw(intoOutbox)})`;

/** All that can be changed is kept: whatever the batch has not changed is still the same when the revision is. */
const formerValues = {
  columns: sql`statuses, severities, assignee_ids, resolved_ats`,
  values: sql`array_agg(status), array_agg(severity), array_agg(assignee_id), array_agg(resolved_at)`,
  changed: sql`changed`,
};

/**
 * The change of a field, put together as text and cast to JSON: building it from values takes three times as long. No
 * escaping is needed, because statuses and severities are words of our own. Names are escaped.
 */
const fromTo = (name: string) =>
  sql.raw(`('{"${name}": {"from": "' || ${name} || '", "to": "' || new_${name} || '"}}')::jsonb as changes`);

const former = sql`
  select id, team_id, project_id, status, severity, assignee_id, environment, app_version, created_at, resolved_at
  from changed`;
const latter = sql`
  select id, team_id, project_id, new_status, new_severity, new_assignee_id, environment, app_version, created_at,
    new_resolved_at
  from changed`;

const statusChanges = sql`
  select 1 as place, changed.*, 'status_changed' as kind, ${fromTo('status')}
  from changed where status <> new_status`;

const severityChanges = sql`
  select 2 as place, changed.*, 'severity_changed' as kind, ${fromTo('severity')}
  from changed where severity <> new_severity`;

const person = (table: string) =>
  sql.raw(`coalesce('{"id": ' || ${table}.id || ', "name": ' || to_json(${table}.name) || '}', 'null')`);

const assignments = sql`
  select 3 as place, changed.*, 'assigned' as kind,
    ('{"assignee": {"from": ' || ${person('former')} || ', "to": ' || ${person('latter')} || '}}')::jsonb as changes
  from changed
  left join users as former on former.id = assignee_id
  left join users as latter on latter.id = new_assignee_id
  where assignee_id is distinct from new_assignee_id`;

/** The activities of a change, field by field. */
const changesOf = { status: statusChanges, severity: severityChanges, assignee: assignments };

const activitiesOf = (fields: Field[]) =>
  fields.length > 0 ? fields.map((field) => changesOf[field]) : Object.values(changesOf);

/** Selects those of these teams that the user is in, and locks the memberships, so that they outlast the transaction. */
export async function lockTeamsOf(trx: Trx, teamIds: number[], userId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select('team_id')
    .where('user_id', '=', userId)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .orderBy('team_id')
    .forKeyShare()
    .execute();
  return rows.map(({ team_id }) => team_id);
}
