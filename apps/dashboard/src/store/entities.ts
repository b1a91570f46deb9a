import { replaceEqualDeep } from '@tanstack/react-query';
import type { BugItem } from './types.ts';

/** What is known of a bug: the server's state and nothing else. */
interface Entity {
  item: BugItem;
  /** The item's, or 0 when the next answer is to win whatever its revision is. */
  revision: number;
}

/** How a bug's state has moved on. */
export interface Transition {
  id: number;
  /** Undefined when the bug was not known. */
  before: BugItem | undefined;
  /** Undefined when the bug has been deleted. */
  after: BugItem | undefined;
}

/**
 * One map from id to bug. Answers and events come in any order: the higher revision wins. With the same revision the later
 * one does, because what does not raise it, such as the name of a label, can change too. What is deleted stays deleted, and
 * its last state is kept for as long as a row shows it.
 */
export class Entities {
  readonly #entities = new Map<number, Entity>();
  readonly #deleted = new Set<number>();
  readonly #onTransition: (transition: Transition) => void;

  constructor(onTransition: (transition: Transition) => void) {
    this.#onTransition = onTransition;
  }

  get size(): number {
    return this.#entities.size;
  }

  /** Least recently learnt first. */
  get ids(): number[] {
    return [...this.#entities.keys()];
  }

  /** The last state of a deleted bug, too. */
  item(id: number): BugItem | undefined {
    return this.#entities.get(id)?.item;
  }

  isDeleted(id: number): boolean {
    return this.#deleted.has(id);
  }

  take(item: BugItem) {
    const { id, revision } = item;
    if (this.#deleted.has(id)) return;
    const entity = this.#entities.get(id);
    if (!entity) {
      this.#entities.set(id, { item, revision });
      return this.#onTransition({ id, before: undefined, after: item });
    }
    if (revision < entity.revision) return;
    const before = entity.item;
    const after = replaceEqualDeep(before, item);
    entity.revision = revision;
    entity.item = after;
    if (after !== before) this.#onTransition({ id, before, after });
  }

  remove(id: number): void {
    if (this.#deleted.has(id)) return;
    this.#deleted.add(id);
    this.#onTransition({ id, before: this.item(id), after: undefined });
  }

  /** The database may have been restored while there was no stream: revisions may be lower, and deleted bugs exist again. */
  distrust(): void {
    for (const entity of this.#entities.values()) entity.revision = 0;
    this.#deleted.clear();
  }

  forget(id: number): void {
    this.#entities.delete(id);
  }
}
