import type { Transition } from './entities.ts';
import { filterKey } from './filter.ts';
import { BugList, type ListParts } from './list.ts';
import type { BugFilter } from './types.ts';

/** Lists that nobody looks at are kept up to this number: coming back finds the rows where they were. */
const mostUnwatched = 6;

/** All lists, one for each filter. */
export class Lists {
  readonly #parts: ListParts;
  /** The one that was asked for last is the last. */
  readonly #all = new Map<string, BugList>();

  constructor(parts: ListParts) {
    this.#parts = parts;
  }

  of(filter: BugFilter): BugList {
    const key = filterKey(filter);
    const list = this.#all.get(key) ?? new BugList(filter, this.#parts);
    this.#all.delete(key);
    this.#all.set(key, list);
    this.#forgetOldest();
    return list;
  }

  move(transition: Transition): void {
    for (const list of this.#all.values()) list.move(transition);
  }

  overlayChanged(id: number): void {
    for (const list of this.#all.values()) list.overlayChanged(id);
  }

  /** Settles when what is looked at is there. */
  async startAfresh(): Promise<void> {
    await Promise.all([...this.#all.values()].map((list) => list.startAfresh()));
  }

  /** Every id that a list has. */
  ids(): Set<number> {
    return new Set([...this.#all.values()].flatMap((list) => [...list.ids()]));
  }

  close(): void {
    for (const list of this.#all.values()) list.close();
  }

  #forgetOldest(): void {
    const unwatched = [...this.#all].filter(([, { isWatched }]) => !isWatched);
    for (const [key, list] of unwatched.slice(0, Math.max(0, unwatched.length - mostUnwatched))) {
      list.close();
      this.#all.delete(key);
    }
  }
}
