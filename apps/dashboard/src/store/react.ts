import { useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import type { ListWindow } from './list.ts';
import type { Store } from './store.ts';
import type { Bug, BugFilter, BugItem, Count, LastChange, LiveState, Problem } from './types.ts';

/** The store of the signed-in user. */
export const StoreContext = createContext<Store | undefined>(undefined);

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('There is no store here: this belongs inside of StoreContext.Provider');
  return store;
}

/** Reads from the store and re-renders only when the value changes. */
export function useRead<T>(read: (store: Store) => T): T {
  const store = useStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, () => read(store));
}

export const useBugItem = (id: number): BugItem | undefined => useRead((store) => store.item(id));
export const useLastChange = (id: number): LastChange | undefined => useRead((store) => store.lastChange(id));
export const useLiveState = (): LiveState => useRead(({ live }) => live.state);

/** The full bug, fetched while the component is mounted, or the reason why it is missing. */
export function useBug(id: number): { bug: Bug | undefined; isGone: boolean; problem: Problem | null } {
  const store = useStore();
  const item = useBugItem(id);
  const isGone = useRead(() => store.isDeleted(id));
  const { data: texts, error } = useQuery({ ...store.textsQuery(id), enabled: !isGone });
  const bug = useMemo(() => item && texts && { ...item, ...texts }, [item, texts]);
  return { bug, isGone, problem: error };
}

/** The list of a filter. It re-renders on each `version`; pass the version to memoized children too. */
export function useListWindow(filter: BugFilter): ListWindow {
  const store = useStore();
  const window = store.window(filter);
  const subscribe = useCallback((listener: () => void) => window.subscribe(listener), [window]);
  useSyncExternalStore(subscribe, () => window.version);
  return window;
}

/** The filters may be a new array on each render, because they are compared by value. */
export function useCounts(filters: readonly BugFilter[]): readonly (Count | undefined)[] {
  return useQuery(useStore().countsQuery(filters)).data ?? [];
}
