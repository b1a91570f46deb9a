/** Listeners of one thing. */
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
 * Tells that something in the store has changed, once at the end of the outermost batch. It does not tell what: whoever listens
 * compares what it reads, which is cheap, because only what is on screen listens.
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
