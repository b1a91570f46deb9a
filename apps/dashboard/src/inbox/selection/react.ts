import { useSyncExternalStore } from 'react';
import type { ListSelection } from './list-selection.ts';

/** Something of the cursor or the selection. What is read has to be a primitive, or keep its identity. */
export function useListSelection<T>(
  listSelection: ListSelection,
  read: (listSelection: ListSelection) => T,
): T {
  return useSyncExternalStore(listSelection.subscribe, () => read(listSelection));
}
