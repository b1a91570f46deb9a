import type { ActivityKind, Severity, Status } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { type ActivityAuthor, insertActivity, type NewActivity } from './queries.ts';

export interface SomeBugs {
  ids: number[];
  teamIds: number[];
}

export type LockedBug = Awaited<ReturnType<typeof lockBugs>>[number];

/** Locks bugs in id order and reads them under the lock. */
export function lockBugs(trx: Trx, { ids, teamIds }: SomeBugs) {
  return bugsToLock(trx)
    .where('id', '=', sql<number>`any(${ids})`)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .execute();
}

export const bugsToLock = (trx: Trx) =>
  lockFrom(trx, 'bugs')
    .select(['id', 'team_id', 'project_id', 'revision', 'resolved_at', ...columns])
    .orderBy('id')
    .forNoKeyUpdate();

const columns = [
  'status',
  'severity',
  'assignee_id',
  'title',
  'duplicate_of_id',
  'comment_count',
  'reporter_email',
  'reporter_identifier',
] as const;

/** The desired state of a bug. Missing or unchanged fields are ignored. */
export interface BugChange {
  status?: Status;
  severity?: Severity;
  assignee_id?: number | null;
  title?: string;
  duplicate_of_id?: number | null;
  comment_count?: number;
  reporter_email?: null;
  reporter_identifier?: null;
  /** Keeps the original time when `resolved` is restored by an undo. */
  resolved_at?: Date | string | null;
  /** Label ids. The labels must be locked and belong to the bug's team. */
  add_label?: number;
  remove_label?: number;
  /** A timeline entry, which counts as a change by itself. */
  note?: { kind: ActivityKind; changes: Record<string, unknown> };
}

export interface ChangedBug {
  bug: LockedBug;
  revision: number;
  undo: BugChange;
}

/**
 * The only function that changes bugs. It increments the revision of each bug that really changes and writes its activity. The
 * bugs, labels and new assignees must be locked. Without an author it is a clean-up that leaves timeline and `updated_at`
 * unchanged.
 */
export async function changeBugs(
  trx: Trx,
  author: ActivityAuthor | null,
  bugs: LockedBug[],
  changeOf: (bug: LockedBug) => BugChange | null,
): Promise<ChangedBug[]> {
  const wanted = bugs.map((bug) => ({ bug, change: changeOf(bug) ?? {} }));
  const carried = await selectCarriedLabels(trx, wanted);
  const changed = wanted.flatMap(({ bug, change }) => {
    const real = realChange(bug, change, carried);
    return Object.keys(real).length > 0 ? [{ bug, change: real }] : [];
  });
  if (changed.length === 0) return [];
  await updateRows(trx, changed, author !== null);
  await writeLabels(trx, changed);
  if (author) await insertActivity(trx, author, await activityOf(trx, changed));
  return changed.map(({ bug, change }) => ({ bug, revision: bug.revision + 1, undo: undoOf(bug, change) }));
}

interface Wanted {
  bug: LockedBug;
  change: BugChange;
}

const pair = (bugId: number, labelId: number) => `${bugId} ${labelId}`;

/** Which of the labels to be added or removed are already on which bug. */
async function selectCarriedLabels(trx: Trx, wanted: Wanted[]): Promise<Set<string>> {
  const labelIds = labelsOf(wanted);
  if (labelIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('bug_labels')
    .select(['bug_id', 'label_id'])
    .where('bug_id', '=', sql<number>`any(${wanted.map(({ bug }) => bug.id)})`)
    .where('label_id', '=', sql<number>`any(${labelIds})`)
    .execute();
  return new Set(rows.map(({ bug_id, label_id }) => pair(bug_id, label_id)));
}

const labelsOf = (wanted: Wanted[]): number[] => [
  ...new Set(wanted.flatMap(({ change }) => [change.add_label ?? [], change.remove_label ?? []].flat())),
];

function realChange(bug: LockedBug, change: BugChange, carried: Set<string>): BugChange {
  const { add_label, remove_label, note, resolved_at } = change;
  const fields = columns.filter((name) => change[name] !== undefined && change[name] !== bug[name]);
  return {
    ...Object.fromEntries(fields.map((name) => [name, change[name]])),
    ...(fields.includes('status') && resolved_at && { resolved_at }),
    ...(add_label !== undefined && !carried.has(pair(bug.id, add_label)) && { add_label }),
    ...(remove_label !== undefined && carried.has(pair(bug.id, remove_label)) && { remove_label }),
    ...(note && { note }),
  };
}

async function updateRows(trx: Trx, changed: Wanted[], isEdit: boolean): Promise<void> {
  const rows = changed.map(({ bug, change }) => ({ ...bug, ...change }));
  await sql`
    update bugs set
      ${sql.join(columns.map((name) => sql`${sql.ref(name)} = changed.${sql.ref(name)}`))},
      resolved_at = case when changed.status = 'resolved' then coalesce(changed.resolved_at, now()) end,
      updated_at = ${isEdit ? sql`now()` : sql`bugs.updated_at`},
      revision = bugs.revision + 1
    from json_to_recordset(${JSON.stringify(rows)}) as changed (
      id bigint, status text, severity text, assignee_id bigint, title text, duplicate_of_id bigint,
      comment_count integer, reporter_email text, reporter_identifier text, resolved_at timestamptz
    )
    where bugs.id = changed.id`.execute(trx);
}

async function writeLabels(trx: Trx, changed: Wanted[]): Promise<void> {
  const added = changed.flatMap(({ bug, change: { add_label } }) =>
    add_label === undefined ? [] : [{ team_id: bug.team_id, bug_id: bug.id, label_id: add_label }],
  );
  const removed = changed.filter(({ change }) => change.remove_label !== undefined);
  if (added.length > 0)
    await sql`
      insert into bug_labels (team_id, bug_id, label_id)
      select * from json_to_recordset(${JSON.stringify(added)}) as added (team_id bigint, bug_id bigint, label_id bigint)
    `.execute(trx);
  for (const [labelId, those] of Map.groupBy(removed, ({ change }) => change.remove_label as number))
    await trx
      .deleteFrom('bug_labels')
      .where('label_id', '=', labelId)
      .where('bug_id', '=', sql<number>`any(${those.map(({ bug }) => bug.id)})`)
      .execute();
}

async function activityOf(trx: Trx, changed: Wanted[]): Promise<NewActivity[]> {
  const labels = await selectNames(trx, 'labels', labelsOf(changed));
  const reassigned = changed.filter(({ change }) => change.assignee_id !== undefined);
  const people = await selectNames(trx, 'users', [
    ...new Set(
      reassigned.flatMap(({ bug, change }) => [bug.assignee_id ?? [], change.assignee_id ?? []].flat()),
    ),
  ]);
  const person = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return changed.flatMap(({ bug, change }) => {
    const entries: Omit<NewActivity, 'bug'>[] = [];
    const { status, severity, title, assignee_id, duplicate_of_id, add_label, remove_label, note } = change;
    if (status)
      entries.push({ kind: 'status_changed', changes: { status: { from: bug.status, to: status } } });
    if (severity)
      entries.push({ kind: 'severity_changed', changes: { severity: { from: bug.severity, to: severity } } });
    if (assignee_id !== undefined)
      entries.push({
        kind: 'assigned',
        changes: { assignee: { from: person(bug.assignee_id), to: person(assignee_id) } },
      });
    if (title) entries.push({ kind: 'title_changed', changes: { title: { from: bug.title, to: title } } });
    if (duplicate_of_id !== undefined)
      entries.push({
        kind: duplicate_of_id === null ? 'unmarked_duplicate' : 'marked_duplicate',
        changes: { duplicate_of_id: { from: bug.duplicate_of_id, to: duplicate_of_id } },
      });
    if (add_label) entries.push({ kind: 'label_added', changes: { label: labels.get(add_label) } });
    if (remove_label) entries.push({ kind: 'label_removed', changes: { label: labels.get(remove_label) } });
    if (note) entries.push(note);
    return entries.map((entry) => ({ bug, ...entry }));
  });
}

async function selectNames(trx: Trx, table: 'labels' | 'users', ids: number[]) {
  if (ids.length === 0) return new Map<number, { id: number; name: string }>();
  const rows = await trx
    .selectFrom(table)
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function undoOf(bug: LockedBug, change: BugChange): BugChange {
  const { add_label, remove_label } = change;
  const fields = columns.filter((name) => change[name] !== undefined);
  return {
    ...Object.fromEntries(fields.map((name) => [name, bug[name]])),
    ...(change.status && { resolved_at: bug.resolved_at }),
    ...(add_label !== undefined && { remove_label: add_label }),
    ...(remove_label !== undefined && { add_label: remove_label }),
  };
}
