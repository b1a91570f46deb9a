import { replaceEqualDeep } from '@tanstack/react-query';
import type { BugItem, Change } from './types.ts';

/** What a change makes of a bug; the same reference when it makes no difference. Deleting has no effect on what is shown. */
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
    // In the service's order, so that the answer does not move it.
    return { labels: [...labels, added].sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase())) };
  }
  if ('remove_label' in change) return { labels: labels.filter(({ id }) => id !== change.remove_label.id) };
  return 'delete' in change ? {} : change;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The change that takes a change back on a bug which was in this state before. Null: there was nothing to change. */
export function inverseOf(change: Change, before: BugItem): Change | null {
  if (applyChange(change, before) === before) return null;
  if ('add_label' in change) return { remove_label: change.add_label };
  if ('remove_label' in change) return { add_label: change.remove_label };
  const [field] = Object.keys(change) as (keyof BugItem)[];
  return field ? ({ [field]: before[field] } as unknown as Change) : null;
}
