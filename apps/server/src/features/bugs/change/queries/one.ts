import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../db/connection.ts';
import { argument, prepareStatement, type Statement } from '../../../../db/statements.ts';
import type { ActivityAuthor } from '../../../activity/queries.ts';
import { type BugText, selectInFull } from '../../queries/read.ts';
import { type BugValues, changing, type Field, fieldsOf, knownColumns, wishing } from './many.ts';

/** A bug that is to be changed, if it is in one of these teams and, where that is given, has this revision. */
export interface OneBug {
  id: number;
  teamIds: number[];
  /** In digits. */
  revision: string | null;
}

/** What came of it. The bug is changed, unless one of these is false. */
export interface Outcome {
  is_there: boolean;
  /** Whether the new assignee is in the bug's team. */
  is_member: boolean;
  has_revision: boolean;
  /** Whether nobody else changed the bug while this waited for them; otherwise it has to be tried again. */
  is_current: boolean;
  /** The bug as it is now. */
  bug: BugText | null;
}

/**
 * Sets fields of one bug by one statement, which is a transaction by itself, and writes the activities. The statement sees
 * everything as it was before it waited for the lock of the bug. So it changes nothing when the bug has another revision by
 * then: as long as the revision is the same, so is everything that hangs on the bug.
 */
export async function changeOne(
  db: Db,
  by: ActivityAuthor,
  bug: OneBug,
  values: BugValues,
): Promise<Outcome> {
  const { status = null, severity = null, assigneeId } = values;
  const fields = fieldsOf(values);
  const assignee = assigneeId === undefined ? [] : [assigneeId];
  const author = [by.actorId, by.via, by.requestId];
  const given = [bug.id, bug.teamIds, bug.revision, ...author, status, severity, ...assignee];
  const [outcome] = await statementFor(fields)(db, given);
  const { id, json, extra, image, ...rest } = outcome as Row;
  return { ...rest, bug: id === null ? null : { id, json, extra, image } };
}

type Row = Omit<Outcome, 'bug'> & (BugText | { [Name in keyof BugText]: null });

const statements = new Map<string, Statement<Row>>();

function statementFor(fields: Field[]): Statement<Row> {
  const name = fields.join(' ');
  const known = statements.get(name) ?? prepareStatement(() => changeAndSelect(fields));
  statements.set(name, known);
  return known;
}

const bugId = argument(1, 'bigint');
const isSeen = sql`bugs.id = ${bugId} and bugs.team_id = any(${argument(2, 'bigint[]')})`;
const revision = argument(3, 'text');
const by = { actorId: argument(4, 'bigint'), via: argument(5, 'text'), requestId: argument(6, 'text') };
const assigneeId = argument(9, 'bigint');

function changeAndSelect(fields: Field[]): RawBuilder<Row> {
  const isAssigning = fields.includes('assignee');
  const values = wishing({
    status: argument(7, 'text'),
    severity: argument(8, 'text'),
    assigneeId: isAssigning ? assigneeId : undefined,
  });
  // The membership is locked before the bug, as everywhere, because the bug is looked for only if there is one.
  return sql`
    with seen as materialized (select bugs.team_id, bugs.revision from bugs where ${isSeen}),
    ${isAssigning ? member : sql``}
    locked as materialized (
      select ${knownColumns} from bugs where ${isSeen} ${isAssigning ? sql`and ${isMember}` : sql``} for no key update
    ),
    known as materialized (
      select locked.* from locked join seen using (revision) where ${hasRevision(sql`revision`)}
    ),
    ${changing({ values, fields }, by, { returning: sql`returning bugs.*` })},
    latest as (
      select * from updated
      union all
      select bugs.* from bugs where ${isSeen} and not exists (select from updated)
    )
    select seen.revision is not null as is_there,
      ${isAssigning ? isMember : sql`true`} as is_member,
      coalesce(${hasRevision(sql`coalesce(locked.revision, seen.revision)`)}, true) as has_revision,
      seen.revision is not distinct from locked.revision as is_current,
      bug.*
    from (select) as one
    left join seen on true left join locked on true left join (${selectInFull(sql`latest as bugs`)}) as bug on true`;
}

const hasRevision = (actual: RawBuilder<unknown>) =>
  sql`(${revision} is null or ${actual}::text = ${revision})`;

const member = sql`
  member as materialized (
    select from memberships where user_id = ${assigneeId} and team_id = (select team_id from seen) for key share
  ),`;

const isMember = sql`(${assigneeId} is null or exists (select from member))`;
