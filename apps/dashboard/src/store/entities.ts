import { replaceEqualDeep } from '@tanstack/react-query';
import type { BugItem, BugTexts, LastChange } from './types.ts';

/** What is known of a bug: the server's state and nothing else. */
export interface Entity {
  item: BugItem;
  /** What only the full payload has; undefined until it is opened, or when it was dropped to save memory. */
  texts?: BugTexts;
  lastChange?: LastChange;
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
export interface Entities {
  get(id: number): Entity | undefined;
  take(item: BugItem): void;
  takeTexts(id: number, texts: BugTexts): void;
  remove(id: number): void;
  isDeleted(id: number): boolean;
  ids(): Iterable<number>;
  /** Revisions restart: the next fetch wins, and deleted bugs may exist again. */
  distrust(): void;
  /** Takes bugs that nobody looks at out of memory. */
  forget(ids: Iterable<number>): void;
}

/** Enough to outlive every answer that was on its way when the bug was deleted. */
const tombstonesKept = 20_000;

export function createEntities(onTransition: (transition: Transition) => void): Entities {
  const entities = new Map<number, Entity>();
  const tombstones = new Set<number>();
  const distrusted = new Set<number>();

  return {
    get: (id) => entities.get(id),

    take(item) {
      const { id } = item;
      if (tombstones.has(id)) return;
      const entity = entities.get(id);
      if (!entity) {
        entities.set(id, { item });
        return onTransition({ id, before: undefined, after: item });
      }
      const before = entity.item;
      if (item.revision < before.revision && !distrusted.has(id)) return;
      distrusted.delete(id);
      const after = replaceEqualDeep(before, item);
      if (after === before) return;
      entity.item = after;
      onTransition({ id, before, after });
    },

    takeTexts(id, texts) {
      const entity = entities.get(id);
      if (entity && !tombstones.has(id)) entity.texts = replaceEqualDeep(entity.texts, texts);
    },

    remove(id) {
      if (tombstones.has(id)) return;
      tombstones.add(id);
      for (const oldest of tombstones) {
        if (tombstones.size <= tombstonesKept) break;
        tombstones.delete(oldest);
      }
      const entity = entities.get(id);
      delete entity?.texts;
      onTransition({ id, before: entity?.item, after: undefined });
    },

    isDeleted: (id) => tombstones.has(id),
    ids: () => entities.keys(),
    distrust() {
      for (const id of entities.keys()) distrusted.add(id);
      tombstones.clear();
    },
    forget(ids) {
      for (const id of ids) entities.delete(id);
    },
  };
}
