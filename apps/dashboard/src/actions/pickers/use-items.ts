import { useEffect, useReducer } from 'react';
import { useStore } from '../../store/react.ts';
import type { BugItem, Target } from '../../store/types.ts';
import { idsOf } from '../situation.ts';

/** The bugs of a target that are at hand, as they are now. */
export function useItems(target: Target): BugItem[] {
  const store = useStore();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => store.subscribe(redraw), [store]);
  return idsOf(target).flatMap((id) => store.item(id) ?? []);
}

/** Whether something holds for all of them, for some, or for none. */
export function holdsFor(
  items: readonly BugItem[],
  test: (bug: BugItem) => boolean,
): 'all' | 'some' | 'none' {
  const count = items.filter(test).length;
  if (count === 0) return 'none';
  return count === items.length ? 'all' : 'some';
}
