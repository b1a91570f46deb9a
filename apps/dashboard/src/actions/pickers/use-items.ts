import { useEffect, useReducer } from 'react';
import { useStore } from '../../store/react.ts';
import type { BugItem, Target } from '../../store/types.ts';
import { idsOf } from '../action-context.ts';

/** Loaded bugs of a target, with live updates. */
export function useItems(target: Target): BugItem[] {
  const store = useStore();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => store.subscribe(redraw), [store]);
  return idsOf(target).flatMap((id) => store.item(id) ?? []);
}

/** Whether a predicate holds for all, some or none of the bugs. */
export function holdsFor(
  items: readonly BugItem[],
  test: (bug: BugItem) => boolean,
): 'all' | 'some' | 'none' {
  const count = items.filter(test).length;
  if (count === 0) return 'none';
  return count === items.length ? 'all' : 'some';
}
