import { replaceEqualDeep } from '@tanstack/react-query';
import type { BugItem } from './types.ts';

/** The server state of a bug, without pending changes. */
interface Entity {
  item: BugItem;
  /** The item's revision, or 0 to accept the next response whatever its revision is. */
  revision: number;
}

/** A change of a bug's state. */
export interface Transition {
  id: number;
  /** Undefined if the bug was unknown. */
  before: BugItem | undefined;
  /** Undefined if the bug was deleted. */
  after: BugItem | undefined;
}

/**
 * Bugs by id. Responses and events arrive in any order, so the higher revision wins. At the same revision the later one
 * wins, because some changes, such as renaming a label, do not raise it. A deleted bug stays deleted, and its last
 * state is kept while a row shows it.
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

  /** Bug ids, least recently received first. */
  get ids(): number[] {
    return [...this.#entities.keys()];
  }

  /** Also returns the last state of a deleted bug. */
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

  /**
   * The database may have been restored while the stream was down: revisions may be lower, and deleted bugs may exist
   * again.
   */
  distrust(): void {
    for (const entity of this.#entities.values()) entity.revision = 0;
    this.#deleted.clear();
  }

  forget(id: number): void {
    this.#entities.delete(id);
  }
}
