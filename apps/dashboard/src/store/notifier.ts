/** Listeners of one thing. */
export interface Emitter<T> {
  emit(value: T): void;
  subscribe(listener: (value: T) => void): () => void;
  readonly size: number;
}

export function createEmitter<T = void>(): Emitter<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    emit(value) {
      for (const listener of [...listeners]) listener(value);
    },
    subscribe(listener) {
      // A function of its own, so that whoever subscribes twice is two listeners.
      const own = (value: T) => listener(value);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    get size() {
      return listeners.size;
    },
  };
}

/**
 * Gathers what has changed during a transaction and tells the listeners at its end, each once. Transactions nest: the outermost
 * tells.
 */
export interface Notifier {
  transaction<T>(work: () => T): T;
  touch(id: number): void;
  /** Runs at the end of the transaction, once, however often it was asked for. */
  atTheEnd(tell: () => void): void;
  subscribe(id: number, listener: () => void): () => void;
  isWatched(id: number): boolean;
}

export function createNotifier(): Notifier {
  const byId = new Map<number, Emitter<void>>();
  const touched = new Set<number>();
  const tellers = new Set<() => void>();
  let depth = 0;

  function tellAll(): void {
    const ids = [...touched];
    const others = [...tellers];
    touched.clear();
    tellers.clear();
    for (const id of ids) byId.get(id)?.emit();
    for (const tell of others) tell();
  }

  return {
    transaction(work) {
      depth++;
      try {
        return work();
      } finally {
        if (--depth === 0) tellAll();
      }
    },
    touch: (id) => void touched.add(id),
    atTheEnd: (tell) => void tellers.add(tell),
    subscribe(id, listener) {
      const emitter = byId.get(id) ?? createEmitter();
      byId.set(id, emitter);
      const leave = emitter.subscribe(listener);
      return () => {
        leave();
        if (emitter.size === 0 && byId.get(id) === emitter) byId.delete(id);
      };
    },
    isWatched: (id) => byId.has(id),
  };
}
