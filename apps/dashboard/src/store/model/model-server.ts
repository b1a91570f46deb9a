import { type ActivityKind, severities, type Via } from '@skep/vocabulary';
import type { Answer, Page, PageRange } from '../api.ts';
import type { BugFilter, BugItem, BugTexts, Change, Label, LiveEvent, Person, Target } from '../types.ts';

/*
 * An in-memory model of the server, written independently of the store from the API contract, so that tests can compare
 * the two.
 */

export const me = 1;
export const people: Person[] = [1, 2, 3].map((id) => ({ id, name: `P${id}`, email: `p${id}@example.com` }));
export const labels: Label[] = [1, 2].map((id) => ({ id, name: `label ${id}`, color: '#aaaaaa' }));
export const teamOf = (projectId: number) => (projectId === 3 ? 2 : 1);

type SingleChange =
  | { patch: { status?: BugItem['status']; severity?: BugItem['severity']; assignee_id?: number | null } }
  | { attach: number }
  | { detach: number }
  | { duplicate_of_id: number | null };

/** An edit that a person makes. */
export type Edit = SingleChange | { delete: true } | { comment: true };

interface Activity {
  activity_id: number;
  bug_id: number;
  project_id: number;
  kind: ActivityKind;
  actor: number | null;
  via: Via;
  changes: Record<string, unknown> | null;
}

interface Batch {
  by: number;
  isUndone: boolean;
  changed: Map<number, { revision: number; inverse: SingleChange }>;
}

const refuse = (status: number, detail: string) => ({ ok: false as const, problem: { status, detail } });

export function createModelServer() {
  const bugs = new Map<number, BugItem>();
  const log: Activity[] = [];
  const batches = new Map<number, Batch>();
  let lastId = 0;

  function record(
    item: BugItem,
    kind: ActivityKind,
    actor: number | null,
    changes: Activity['changes'] = null,
    via: Via = 'dashboard',
  ): void {
    const { id, project_id } = item;
    log.push({ activity_id: log.length + 1, bug_id: id, project_id, kind, actor, via, changes });
  }

  function create(seed: number): void {
    const id = ++lastId;
    const item: BugItem = {
      id,
      project_id: 1 + (seed % 3),
      title: seed % 2 ? 'a needle' : 'hay',
      excerpt: 'text',
      status: seed % 5 === 0 ? 'resolved' : 'open',
      severity: 'medium',
      environment: null,
      app_version: null,
      url: null,
      user_agent: null,
      browser: null,
      os: null,
      reporter_email: null,
      reporter_identifier: null,
      assignee_id: null,
      assignee: null,
      labels: [],
      duplicate_of_id: null,
      attachments: [],
      comment_count: 0,
      created_at: new Date(id * 1000).toISOString(),
      updated_at: new Date(id * 1000).toISOString(),
      revision: 1,
    };
    bugs.set(id, item);
    record(item, 'created', null, null, 'api');
  }

  /** Applies an edit if it has an effect, and returns its inverse. */
  function edit(id: number, wanted: Edit, actor: number): SingleChange | undefined {
    const bug = bugs.get(id);
    if (!bug) return undefined;
    const become = (fields: Partial<BugItem>, kind: ActivityKind, changes: Activity['changes'] = null) => {
      bugs.set(id, { ...bug, ...fields, revision: bug.revision + 1 });
      record(bug, kind, actor, changes);
    };
    if ('delete' in wanted) {
      bugs.delete(id);
      record(bug, 'deleted', actor);
      for (const other of bugs.values())
        if (other.duplicate_of_id === id)
          bugs.set(other.id, { ...other, duplicate_of_id: null, revision: other.revision + 1 });
    } else if ('comment' in wanted) become({ comment_count: bug.comment_count + 1 }, 'commented');
    else if ('attach' in wanted || 'detach' in wanted) {
      const labelId = 'attach' in wanted ? wanted.attach : wanted.detach;
      const has = bug.labels.some((label) => label.id === labelId);
      if (has === 'attach' in wanted) return undefined;
      const kept = labels.filter(
        ({ id: each }) =>
          (each === labelId) !== has && (each === labelId || bug.labels.some((l) => l.id === each)),
      );
      become({ labels: kept }, has ? 'label_removed' : 'label_added');
      return has ? { attach: labelId } : { detach: labelId };
    } else if ('duplicate_of_id' in wanted) {
      const { duplicate_of_id } = wanted;
      const from = bug.duplicate_of_id;
      if (from === duplicate_of_id) return undefined;
      const kind = duplicate_of_id === null ? 'unmarked_duplicate' : 'marked_duplicate';
      become({ duplicate_of_id }, kind, { duplicate_of_id: { from, to: duplicate_of_id } });
      return { duplicate_of_id: from };
    } else {
      const { status, severity, assignee_id } = wanted.patch;
      if (status !== undefined) {
        if (status === bug.status) return undefined;
        become({ status }, 'status_changed', { status: { from: bug.status, to: status } });
        return { patch: { status: bug.status } };
      }
      if (severity !== undefined) {
        if (severity === bug.severity) return undefined;
        become({ severity }, 'severity_changed', { severity: { from: bug.severity, to: severity } });
        return { patch: { severity: bug.severity } };
      }
      if (assignee_id === undefined || assignee_id === bug.assignee_id) return undefined;
      become({ assignee_id, assignee: people.find((each) => each.id === assignee_id) ?? null }, 'assigned');
      return { patch: { assignee_id: bug.assignee_id } };
    }
    return undefined;
  }

  /** Removes labels or assignees from all bugs without events, as some cleanup jobs do. */
  function changeSilently(seed: number): void {
    for (const bug of bugs.values()) {
      const { id, revision } = bug;
      if (seed % 2 === 0 && bug.labels.length > 0)
        bugs.set(id, { ...bug, labels: [], revision: revision + 1 });
      else if (seed % 2 === 1 && bug.assignee)
        bugs.set(id, { ...bug, assignee_id: null, assignee: null, revision: revision + 1 });
    }
  }

  function matches(bug: BugItem, filter: BugFilter): boolean {
    const { team_id, project_id, status, severity, label_id, assignee_id, search, duplicate_of_id } = filter;
    if (team_id !== undefined && teamOf(bug.project_id) !== team_id) return false;
    if (project_id !== undefined && bug.project_id !== project_id) return false;
    if (status && !status.includes(bug.status)) return false;
    if (severity && !severity.includes(bug.severity)) return false;
    for (const wanted of label_id ?? []) if (!bug.labels.find(({ id }) => id === wanted)) return false;
    if (assignee_id === 'me' && bug.assignee_id !== me) return false;
    if (assignee_id === 'none' && bug.assignee_id !== null) return false;
    if (typeof assignee_id === 'number' && bug.assignee_id !== assignee_id) return false;
    if (duplicate_of_id === 'none' && bug.duplicate_of_id !== null) return false;
    if (duplicate_of_id === 'any' && bug.duplicate_of_id === null) return false;
    return search === undefined || bug.title.includes(search);
  }

  const found = (filter: BugFilter) =>
    [...bugs.values()].filter((bug) => matches(bug, filter)).sort((a, b) => b.id - a.id);

  /** Searches count up to this number; on the real server it is 1,000. */
  const countedFully = 12;

  function count(filter: BugFilter): { total: number; total_capped?: boolean } {
    const total = found(filter).length;
    const isCapped = filter.search !== undefined && total > countedFully;
    return isCapped ? { total: countedFully, total_capped: true } : { total };
  }

  /** Keyset pagination, as on the server: a cursor is the rank and id of the last row of the previous page. */
  function list(filter: BugFilter, range: PageRange): Answer<Page> {
    const rank = ({ severity }: BugItem) => (filter.sort === 'severity' ? -severities.indexOf(severity) : 0);
    const sign = filter.sort === 'oldest' ? 1 : -1;
    const order = (a: [number, number], b: [number, number]) => a[0] - b[0] || sign * (a[1] - b[1]);
    const keyOf = (item: BugItem): [number, number] => [rank(item), item.id];
    const all = found(filter).sort((a, b) => order(keyOf(a), keyOf(b)));
    const after = 'cursor' in range ? (JSON.parse(range.cursor) as [number, number]) : undefined;
    const rows = after ? all.filter((item) => order(keyOf(item), after) > 0) : all;
    const items = rows.slice(0, range.limit);
    const last = items.at(-1);
    const next_cursor = last && rows.length > items.length ? JSON.stringify(keyOf(last)) : null;
    return { ok: true, data: { items, next_cursor, ...count(filter) } };
  }

  const textsOf = (id: number): BugTexts => ({
    description: `text ${id}`,
    stack_trace: null,
    extra: null,
    duplicate_count: [...bugs.values()].filter((bug) => bug.duplicate_of_id === id).length,
  });

  function bug(id: number): Answer<{ item: BugItem; texts: BugTexts }> {
    const item = bugs.get(id);
    return item ? { ok: true, data: { item, texts: textsOf(id) } } : refuse(404, 'Not found');
  }

  function changeOne(id: number, revision: number, change: Change): Answer<BugItem> {
    const before = bugs.get(id);
    if (!before) return refuse(404, 'Not found');
    if (before.revision !== revision) return refuse(412, 'The bug has changed');
    if ('duplicate_of_id' in change && change.duplicate_of_id !== null) {
      if (!bugs.has(change.duplicate_of_id)) return refuse(404, 'Not found');
      if (change.duplicate_of_id === id) return refuse(422, 'itself');
    }
    edit(id, toEdit(change), me);
    return { ok: true, data: bugs.get(id) as BugItem };
  }

  function bulk(target: Target, change: Change): Answer<{ affected: number; batch_id: number }> {
    let ids: number[];
    if ('ids' in target) ids = target.ids.filter((id) => bugs.has(id));
    else {
      const all = found(target.filter).map(({ id }) => id);
      if (all.length !== target.expectedTotal)
        return { ...refuse(409, 'There are others now'), total: all.length };
      ids = all.filter((id) => !target.except.includes(id));
    }
    // Person 3 is not in the second team, so those bugs are skipped.
    if ('assignee' in change && change.assignee?.id === 3)
      ids = ids.filter((id) => teamOf(bugs.get(id)?.project_id ?? 0) === 1);
    const batch: Batch = { by: me, isUndone: 'delete' in change, changed: new Map() };
    for (const id of ids) {
      const inverse = edit(id, toEdit(change), me);
      if (inverse) batch.changed.set(id, { revision: bugs.get(id)?.revision ?? 0, inverse });
    }
    const batch_id = batches.size + 1;
    batches.set(batch_id, batch);
    return { ok: true, data: { affected: ids.length, batch_id } };
  }

  function undoBulk(batchId: number): Answer<{ affected: number; skipped: number }> {
    const batch = batches.get(batchId);
    if (!batch || batch.isUndone) return refuse(404, 'Not found');
    batch.isUndone = true;
    let affected = 0;
    for (const [id, { revision, inverse }] of batch.changed) {
      if (bugs.get(id)?.revision !== revision) continue;
      edit(id, inverse, me);
      affected++;
    }
    return { ok: true, data: { affected, skipped: batch.changed.size - affected } };
  }

  /** Converts an activity to a stream event, with the current state of the bug. */
  function toEvent({ actor, ...activity }: Activity): LiveEvent {
    const item = activity.kind === 'deleted' ? null : (bugs.get(activity.bug_id) ?? null);
    const { id, name } = people.find((person) => person.id === actor) ?? {};
    return {
      ...activity,
      team_id: teamOf(activity.project_id),
      actor: id === undefined || name === undefined ? null : { id, name },
      bug: item,
      revision: item?.revision ?? 0,
      created_at: '2026-01-01T00:00:00.000Z',
    };
  }

  return {
    bugs,
    log,
    create,
    edit,
    changeSilently,
    found,
    count,
    list,
    bug,
    textsOf,
    changeOne,
    bulk,
    undoBulk,
    toEvent,
  };
}

function toEdit(change: Change): Edit {
  if ('delete' in change || 'duplicate_of_id' in change) return change;
  if ('add_label' in change) return { attach: change.add_label.id };
  if ('remove_label' in change) return { detach: change.remove_label.id };
  if ('assignee' in change) return { patch: { assignee_id: change.assignee?.id ?? null } };
  if ('title' in change) throw new Error('The model has no titles to change');
  return { patch: change };
}

export type ModelServer = ReturnType<typeof createModelServer>;
