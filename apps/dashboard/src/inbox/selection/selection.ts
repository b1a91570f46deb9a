import type { BugFilter, Target } from '../../store/types.ts';

/** Selected bugs: a set of ids, or all that match a filter with exceptions. */
export type Selection =
  | { kind: 'some'; ids: ReadonlySet<number> }
  | { kind: 'all'; filter: BugFilter; total: number; except: ReadonlySet<number> };

export const nothing: Selection = { kind: 'some', ids: new Set() };

export function includes(selection: Selection, id: number): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

export function sizeOf(selection: Selection): number {
  return selection.kind === 'some' ? selection.ids.size : selection.total - selection.except.size;
}

/** The selection with one bug added or removed. */
export function toggled(selection: Selection, id: number): Selection {
  if (selection.kind === 'some') return { kind: 'some', ids: flipped(selection.ids, id) };
  const except = flipped(selection.except, id);
  return except.size < selection.total ? { ...selection, except } : nothing;
}

/** The target of a change to the selection. */
export function targetOf(selection: Selection): Target | null {
  if (sizeOf(selection) === 0) return null;
  return selection.kind === 'some'
    ? { ids: [...selection.ids] }
    : { filter: selection.filter, except: [...selection.except], expectedTotal: selection.total };
}

function flipped(ids: ReadonlySet<number>, id: number): Set<number> {
  const other = new Set(ids);
  if (!other.delete(id)) other.add(id);
  return other;
}
