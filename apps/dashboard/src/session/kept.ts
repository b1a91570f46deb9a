/** What this browser keeps between visits. Where it may keep nothing, everything works until the page is left. */
const kept = (storage: () => Storage) => {
  /** What the browser did not take: it keeps nothing at all, or is full. */
  const fallback = new Map<string, string>();
  // What another tab says after that is newer. The name is null when everything was cleared.
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
        // There was nothing to remove then.
      }
    },
  };
};

/** For all tabs, until it is removed. */
export const keptHere = kept(() => localStorage);
/** For this tab alone. */
export const keptInTab = kept(() => sessionStorage);
