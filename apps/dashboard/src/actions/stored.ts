import { keptHere } from '../session/kept.ts';

/** A browser preference with a fixed set of values; the first is the default. */
export interface Stored<W extends string> {
  get(): W;
  set(word: W): void;
  subscribe(listener: () => void): () => void;
}

export function stored<W extends string>(name: string, words: readonly [W, ...W[]]): Stored<W> {
  const listeners = new Set<() => void>();
  return {
    get() {
      const kept = keptHere.get(name);
      return words.find((word) => word === kept) ?? words[0];
    },
    set(word) {
      keptHere.set(name, word);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const onOtherTab = (event: StorageEvent) => event.key === name && listener();
      listeners.add(listener);
      addEventListener('storage', onOtherTab);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', onOtherTab);
      };
    },
  };
}
