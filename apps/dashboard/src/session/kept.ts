/** Browser storage with an in-memory fallback for when storage is blocked or full. */
const kept = (storage: () => Storage) => {
  /** Values that the browser refused to store. */
  const fallback = new Map<string, string>();
  // A later write of another tab is newer. The key is null when everything was cleared.
  globalThis.addEventListener?.('storage', ({ key }) =>
    key === null ? fallback.clear() : fallback.delete(key),
  );
  return {
    get(name: string): string | null {
      try {
        return fallback.get(name) ?? storage().getItem(name);
      } catch {
        return null;
      }
    },
    set(name: string, value: string): void {
      try {
        storage().setItem(name, value);
        fallback.delete(name);
      } catch {
        fallback.set(name, value);
      }
    },
    remove(name: string): void {
      fallback.delete(name);
      try {
        storage().removeItem(name);
      } catch {
        // Storage is blocked, so nothing was stored.
      }
    },
  };
};

/** Shared by all tabs. */
export const keptHere = kept(() => localStorage);
/** This tab only. */
export const keptInTab = kept(() => sessionStorage);
