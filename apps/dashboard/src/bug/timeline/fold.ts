import type { ActivityKind } from '@skep/vocabulary';
import type { Activity, Entry } from './merge.ts';
import { type Words, wordsFor } from './words.ts';

/** Consecutive changes by one user, shown as one line. */
export interface Run {
  kind: 'run';
  key: string;
  at: string;
  activities: Activity[];
}

/** Maximum time between two changes of a run. */
const longestPause = 10 * 60_000;

/** Activities that describe how the report arrived have their own line. */
const neverFolded: ReadonlySet<ActivityKind> = new Set(['created', 'attachment_added']);

/** Groups consecutive changes by the same user, through the same channel and close in time. */
export function foldRuns(entries: readonly Entry[]): (Entry | Run)[] {
  const lines: (Entry | Run)[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (entry.kind !== 'activity' || !last || last.kind === 'comment') {
      lines.push(entry);
      continue;
    }
    const before = last.kind === 'run' ? last.activities : [last.activity];
    if (!belongTogether(before.at(-1) as Activity, entry.activity)) {
      lines.push(entry);
      continue;
    }
    // The key is that of the first change, so that a growing run stays expanded.
    const key = last.kind === 'run' ? last.key : `r${last.key}`;
    lines[lines.length - 1] = { kind: 'run', key, at: entry.at, activities: [...before, entry.activity] };
  }
  return lines;
}

function belongTogether(before: Activity, after: Activity): boolean {
  return (
    !neverFolded.has(before.kind) &&
    !neverFolded.has(after.kind) &&
    before.actor !== null &&
    before.actor.id === after.actor?.id &&
    before.via === after.via &&
    Date.parse(after.created_at) - Date.parse(before.created_at) <= longestPause
  );
}

/** Name of the changed field. */
const fields: { [Kind in ActivityKind]?: string } = {
  status_changed: 'status',
  severity_changed: 'severity',
  assigned: 'assignee',
  title_changed: 'title',
  marked_duplicate: 'duplicate',
  unmarked_duplicate: 'duplicate',
};

const list = new Intl.ListFormat('en-GB');

/** Summary of a run, after the user name: "added 3 labels and changed status and severity". */
export function wordsForRun(activities: readonly Activity[]): Words {
  const of = (kind: ActivityKind) => activities.filter((one) => one.kind === kind);
  const clauses = [
    counted(of('label_added'), 'added', 'labels'),
    counted(of('label_removed'), 'removed', 'labels'),
    changed(activities.filter(({ kind }) => kind in fields)),
    counted(of('comment_deleted'), 'deleted', 'comments'),
  ].filter(({ length }) => length > 0);
  return clauses.flatMap((clause, nth) =>
    nth === 0 ? clause : [nth === clauses.length - 1 ? ' and ' : ', ', ...clause],
  );
}

/** A single change is described in full, several of one kind by their number. */
function counted(activities: readonly Activity[], verb: string, things: string): Words {
  return activities.length > 1 ? [`${verb} ${activities.length} ${things}`] : activities.flatMap(wordsFor);
}

function changed(activities: readonly Activity[]): Words {
  const names = [...new Set(activities.map(({ kind }) => fields[kind] as string))];
  if (activities.length < 2) return activities.flatMap(wordsFor);
  const times = names.length === 1 ? ` ${activities.length} times` : '';
  return [`changed ${list.format(names)}${times}`];
}
