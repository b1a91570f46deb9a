import { useEffect } from 'react';
import type { Action } from './action.ts';

/** Everything that can be done on the pages that are shown now, in the order in which they came. */
const sets = new Set<readonly Action[]>();

/** Offers actions for as long as the component is there. The list has to keep its identity (`useMemo`, or a constant). */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => {
    sets.add(actions);
    return () => {
      sets.delete(actions);
    };
  }, [actions]);
}

/** A page's action comes before one of the frame with the same id. */
export function allActions(): Action[] {
  const byId = new Map<string, Action>();
  for (const action of [...sets].flat()) byId.set(action.id, action);
  return [...byId.values()];
}
