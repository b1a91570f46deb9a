/** What this browser keeps between visits. Where it may keep nothing, everything works until the page is left. */
const kept = (storage: () => Storage) => {
  const fallback = new Map<string, string>();
  return {
    get(name: string): string | null {
      try {
        return storage().getItem(name);
      } catch {
        return fallback.get(name) ?? null;
      }
    },
    set(name: string, value: string): void {
      try {
        storage().setItem(name, value);
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
