import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { canonical } from './filter.ts';
import type {
  Bug,
  BugFilter,
  BugItem,
  Count,
  DetailState,
  LastChange,
  ListWindow,
  LiveState,
  Store,
} from './types.ts';

/** The store of whoever is signed in; a component under `StoreContext.Provider` can be sure that there is one. */
export const StoreContext = createContext<Store | undefined>(undefined);

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('There is no store here: this belongs inside of StoreContext.Provider');
  return store;
}

/** Reads something of one bug. The component is drawn again only when what is read has changed. */
function useOfBug<T>(id: number, read: (store: Store, id: number) => T): T {
  const store = useStore();
  const subscribe = useCallback((listener: () => void) => store.subscribe(id, listener), [store, id]);
  return useSyncExternalStore(subscribe, () => read(store, id));
}

const readItem = (store: Store, id: number) => store.item(id);
const readDetail = (store: Store, id: number) => store.detail(id);
const readDetailState = (store: Store, id: number) => store.detailState(id);
const readLastChange = (store: Store, id: number) => store.lastChange(id);

export const useBugItem = (id: number): BugItem | undefined => useOfBug(id, readItem);
/** Call `store.openDetail(id)` in an effect or, better, when it is pointed at. */
export const useBugDetail = (id: number): Bug | undefined => useOfBug(id, readDetail);
export const useDetailState = (id: number): DetailState => useOfBug(id, readDetailState);
export const useLastChange = (id: number): LastChange | undefined => useOfBug(id, readLastChange);

/** The window of a filter. It is drawn anew with each `version`; a memoised child must be given the version, too. */
export function useListWindow(filter: BugFilter): ListWindow {
  const store = useStore();
  const window = store.window(filter);
  const subscribe = useCallback((listener: () => void) => window.subscribe(listener), [window]);
  useSyncExternalStore(subscribe, () => window.version);
  return window;
}

export function useLiveState(): LiveState {
  const { live } = useStore();
  const subscribe = useCallback((listener: () => void) => live.subscribe(listener), [live]);
  return useSyncExternalStore(subscribe, () => live.state);
}

/** The filters may be a new array each time: they are compared by what they say. */
export function useCounts(filters: readonly BugFilter[]): readonly (Count | undefined)[] {
  const store = useStore();
  const key = JSON.stringify(filters.map(canonical));
  const subscribe = useCallback(
    (listener: () => void) => store.watchCounts(JSON.parse(key), listener),
    [store, key],
  );
  return useSyncExternalStore(subscribe, () => store.counts(filters));
}
