import { replaceEqualDeep } from '@tanstack/react-query';
import type { BugItem, Change } from './types.ts';

/** Applies a change to a bug. Returns the same reference if nothing changes. Deletion does not change the item. */
export const applyChange = (change: Change, item: BugItem): BugItem =>
  replaceEqualDeep(item, { ...item, ...fieldsOf(change, item) });

function fieldsOf(change: Change, { assignee_id, labels }: BugItem): Partial<BugItem> {
  if ('assignee' in change) {
    const id = change.assignee?.id ?? null;
    return id === assignee_id ? {} : { assignee_id: id, assignee: change.assignee };
  }
  if ('add_label' in change) {
    const added = change.add_label;
    if (labels.some(({ id }) => id === added.id)) return {};
    // The server sorts labels the same way, so the response does not reorder them.
    return { labels: [...labels, added].sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase())) };
  }
  if ('remove_label' in change) return { labels: labels.filter(({ id }) => id !== change.remove_label.id) };
  return 'delete' in change ? {} : change;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The change that undoes `change` on a bug with this previous state, or null if it had no effect. */
export function inverseOf(change: Change, before: BugItem): Change | null {
  if (applyChange(change, before) === before) return null;
  if ('add_label' in change) return { remove_label: change.add_label };
  if ('remove_label' in change) return { add_label: change.remove_label };
  const [field] = Object.keys(change) as (keyof BugItem)[];
  return field ? ({ [field]: before[field] } as unknown as Change) : null;
}
