import { useEffect } from 'react';
import type { Action } from './action.ts';

let everywhere: readonly Action[] = [];
/** What can be done on the pages that are shown now, in the order in which they came. */
const sets = new Set<readonly Action[]>();

export function offerEverywhere(actions: readonly Action[]): void {
  everywhere = actions;
}

/** Offers actions for as long as the component is there. The list has to keep its identity (`useMemo`, or a constant). */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => {
    sets.add(actions);
    return () => {
      sets.delete(actions);
    };
  }, [actions]);
}

/** Everything that can be done now. A page's action comes before one that is offered everywhere and has the same id. */
export function allActions(): Action[] {
  const byId = new Map<string, Action>();
  for (const action of [...everywhere, ...[...sets].flat()]) byId.set(action.id, action);
  return [...byId.values()];
}
