import type { Transition } from './entities.ts';
import { filterKey } from './filter-key.ts';
import { createListWindow, type KeptWindow, type WindowParts } from './list-window.ts';
import { createSortedWindow } from './sorted-window.ts';
import type { BugFilter, BugItem } from './types.ts';

/** All windows, of which a few are kept when nobody looks: coming back finds the rows where they were. */
export interface Windows {
  of(filter: BugFilter): KeptWindow;
  move(transition: Transition): void;
  /** The team of these bugs has become known. */
  moveIntoTeam(items: readonly BugItem[]): void;
  overlayChanged(id: number): void;
  /** Settles when what is looked at is there. */
  startAfresh(): Promise<void>;
  /** Every id that a window has. */
  ids(): Set<number>;
  close(): void;
}

const mostUnwatched = 6;

export function createWindows(parts: WindowParts): Windows {
  /** The one that was asked for last is the last. */
  const all = new Map<string, KeptWindow>();

  function forgetOldest(): void {
    let unwatched = [...all.values()].filter(({ isWatched }) => !isWatched).length;
    for (const [key, window] of all) {
      if (unwatched <= mostUnwatched) return;
      if (window.isWatched) continue;
      window.close();
      all.delete(key);
      unwatched--;
    }
  }

  return {
    of(filter) {
      const key = filterKey(filter);
      const create = filter.sort && filter.sort !== 'newest' ? createSortedWindow : createListWindow;
      const window = all.get(key) ?? create(filter, parts);
      all.delete(key);
      all.set(key, window);
      forgetOldest();
      return window;
    },
    move(transition) {
      for (const window of all.values()) window.move(transition);
    },
    moveIntoTeam(items) {
      for (const window of all.values()) {
        if (window.filter.team_id === undefined) continue;
        for (const item of items) window.move({ id: item.id, before: item, after: item });
      }
    },
    overlayChanged(id) {
      for (const window of all.values()) window.overlayChanged(id);
    },
    startAfresh: () => Promise.all([...all.values()].map((window) => window.startAfresh())).then(() => {}),
    ids: () => new Set([...all.values()].flatMap((window) => [...window.ids()])),
    close() {
      for (const window of all.values()) window.close();
    },
  };
}
