import type { BulkOperation, SingleChange } from './api.ts';
import type { BugItem, Change } from './types.ts';

/** What a change makes of a bug; the same reference when it makes no difference. Deleting has no effect on what is shown. */
export function applyChange(change: Change, item: BugItem): BugItem {
  if ('status' in change) return item.status === change.status ? item : { ...item, status: change.status };
  if ('severity' in change)
    return item.severity === change.severity ? item : { ...item, severity: change.severity };
  if ('title' in change) return item.title === change.title ? item : { ...item, title: change.title };
  if ('assignee' in change) {
    const assignee_id = change.assignee?.id ?? null;
    return item.assignee_id === assignee_id ? item : { ...item, assignee_id, assignee: change.assignee };
  }
  if ('add_label' in change) {
    const label = change.add_label;
    if (hasLabel(item, label.id)) return item;
    // In the service's order, so that the answer does not move it.
    const labels = [...item.labels, label].sort((a, b) =>
      compare(a.name.toLowerCase(), b.name.toLowerCase()),
    );
    return { ...item, labels };
  }
  if ('remove_label' in change) {
    const { id } = change.remove_label;
    return hasLabel(item, id) ? { ...item, labels: item.labels.filter((label) => label.id !== id) } : item;
  }
  if ('duplicate_of_id' in change)
    return item.duplicate_of_id === change.duplicate_of_id
      ? item
      : { ...item, duplicate_of_id: change.duplicate_of_id };
  return item;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const hasLabel = ({ labels }: BugItem, wanted: number) => labels.some(({ id }) => id === wanted);

/** The change that takes a change back on a bug which was in this state before. Null: there was nothing to change. */
export function inverseOf(change: Change, before: BugItem): Change | null {
  if (applyChange(change, before) === before) return null;
  if ('status' in change) return { status: before.status };
  if ('severity' in change) return { severity: before.severity };
  if ('title' in change) return { title: before.title };
  if ('assignee' in change) return { assignee: before.assignee };
  if ('add_label' in change) return { remove_label: change.add_label };
  if ('remove_label' in change) return { add_label: change.remove_label };
  if ('duplicate_of_id' in change) return { duplicate_of_id: before.duplicate_of_id };
  return null;
}

/** How a change is sent for one bug. */
export function toSingle(change: Exclude<Change, { delete: true }>): SingleChange {
  if ('status' in change || 'severity' in change || 'title' in change) return { patch: change };
  if ('assignee' in change) return { patch: { assignee_id: change.assignee?.id ?? null } };
  if ('add_label' in change) return { attach: change.add_label.id };
  if ('remove_label' in change) return { detach: change.remove_label.id };
  return { duplicate_of_id: change.duplicate_of_id };
}

/** How a change is sent for many bugs. */
export function toBulk(change: Change): BulkOperation {
  if ('status' in change) return { operation: 'set_status', value: change.status };
  if ('severity' in change) return { operation: 'set_severity', value: change.severity };
  if ('assignee' in change) return { operation: 'assign', value: change.assignee?.id ?? null };
  if ('add_label' in change) return { operation: 'add_label', value: change.add_label.id };
  if ('remove_label' in change) return { operation: 'remove_label', value: change.remove_label.id };
  if ('delete' in change) return { operation: 'delete' };
  throw new Error('Titles and duplicates are changed one at a time');
}
