import { useEffect } from 'react';
import type { Action } from './action.ts';

let everywhere: readonly Action[] = [];
/** Actions registered by mounted pages, in order. */
const sets = new Set<readonly Action[]>();

export function offerEverywhere(actions: readonly Action[]): void {
  everywhere = actions;
}

/** Registers actions while the component is mounted. The list must be stable (`useMemo` or a constant). */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => {
    sets.add(actions);
    return () => {
      sets.delete(actions);
    };
  }, [actions]);
}

/** All available actions. A page's action overrides a global one with the same id. */
export function allActions(): Action[] {
  const byId = new Map<string, Action>();
  for (const action of [...everywhere, ...[...sets].flat()]) byId.set(action.id, action);
  return [...byId.values()];
}
