import { useSyncExternalStore } from 'react';
import type { ListSelection } from './list-selection.ts';

/** Reads from the cursor and selection. The result must be a primitive or have a stable identity. */
export function useListSelection<T>(
  listSelection: ListSelection,
  read: (listSelection: ListSelection) => T,
): T {
  return useSyncExternalStore(listSelection.subscribe, () => read(listSelection));
}
