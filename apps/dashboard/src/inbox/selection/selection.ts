import type { BugFilter, Target } from '../../store/types.ts';

/** Which bugs are selected: some, by their ids, or all that match a filter but some. */
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

/** The same selection with one bug more, or less. */
export function toggled(selection: Selection, id: number): Selection {
  if (selection.kind === 'some') return { kind: 'some', ids: flipped(selection.ids, id) };
  const except = flipped(selection.except, id);
  return except.size < selection.total ? { ...selection, except } : nothing;
}

/** What a change acts on when this is selected. */
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
