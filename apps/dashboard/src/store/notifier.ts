/** A set of listeners. */
export class Emitter<T = void> {
  readonly #listeners = new Set<{ call(value: T): void }>();

  emit(value: T): void {
    for (const { call } of [...this.#listeners]) call(value);
  }

  readonly subscribe = (call: (value: T) => void): (() => void) => {
    const listener = { call };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/**
 * Notifies listeners of a change in the store, once at the end of the outermost batch. It does not say what changed:
 * listeners compare what they read, which is cheap because only visible components listen.
 */
export class Notifier extends Emitter {
  #depth = 0;
  #isDue = false;

  batch<T>(work: () => T): T {
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
      if (this.#depth === 0 && this.#isDue) {
        this.#isDue = false;
        this.emit();
      }
    }
  }

  changed(): void {
    this.batch(() => {
      this.#isDue = true;
    });
  }
}
