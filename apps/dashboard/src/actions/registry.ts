import { useEffect } from 'react';
import type { Action } from './action.ts';

/** What can be done on the pages that are shown now, besides what can be done everywhere, in the order in which they came. */
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

export const actionsOfPages = (): readonly Action[] => [...sets].flat();
