import { useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import type { ListWindow } from './list.ts';
import type { Store } from './store.ts';
import type { Bug, BugFilter, BugItem, Count, LastChange, LiveState, Problem } from './types.ts';

/** The store of whoever is signed in; a component under `StoreContext.Provider` can be sure that there is one. */
export const StoreContext = createContext<Store | undefined>(undefined);

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('There is no store here: this belongs inside of StoreContext.Provider');
  return store;
}

/** Reads something from the store. The component is drawn again only when what is read has changed. */
export function useRead<T>(read: (store: Store) => T): T {
  const store = useStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, () => read(store));
}

export const useBugItem = (id: number): BugItem | undefined => useRead((store) => store.item(id));
export const useLastChange = (id: number): LastChange | undefined => useRead((store) => store.lastChange(id));
export const useLiveState = (): LiveState => useRead(({ live }) => live.state);

/** The full bug, which is fetched for as long as somebody looks at it; or why there is none. */
export function useBug(id: number): { bug: Bug | undefined; isGone: boolean; problem: Problem | null } {
  const store = useStore();
  const item = useBugItem(id);
  const isGone = useRead(() => store.isDeleted(id));
  const { data: texts, error } = useQuery({ ...store.textsQuery(id), enabled: !isGone });
  const bug = useMemo(() => item && texts && { ...item, ...texts }, [item, texts]);
  return { bug, isGone, problem: error };
}

/** The window of a filter. It is drawn anew with each `version`; a memoised child must be given the version, too. */
export function useListWindow(filter: BugFilter): ListWindow {
  const store = useStore();
  const window = store.window(filter);
  const subscribe = useCallback((listener: () => void) => window.subscribe(listener), [window]);
  useSyncExternalStore(subscribe, () => window.version);
  return window;
}

/** The filters may be a new array each time: they are compared by what they say. */
export function useCounts(filters: readonly BugFilter[]): readonly (Count | undefined)[] {
  return useQuery(useStore().countsQuery(filters)).data ?? [];
}
