import { filterKey } from '../../store/filter.ts';
import type { ListWindow } from '../../store/list.ts';
import type { BugFilter, Target } from '../../store/types.ts';
import { includes, nothing, type Selection, sizeOf, targetOf, toggled } from './selection.ts';

/** Limit of individually selected bugs. Use "select all matching" for more. */
const maxSelected = 5000;

/** The server's limit for a change by filter. */
const maxMatching = 10_000;

/** More rows load when the cursor is this close to the last row. */
const rowsAhead = 20;

interface Anchor {
  /** The anchor is a bug, because its index changes when rows are added. */
  id: number | undefined;
  /** Last known index. */
  index: number;
  before: ReadonlySet<number>;
}

/**
 * Cursor and selection of a list. The cursor is a bug, not an index, so live updates never move it to another bug. Rows
 * subscribe individually, so a cursor move re-renders only two rows.
 */
export class ListSelection {
  #window: ListWindow | null = null;
  #filter: BugFilter = {};
  #cursor: number | null = null;
  /** Last known index of the cursor, used when its bug leaves the list. */
  #place = 0;
  #selection: Selection = nothing;
  /** The fixed end of a range, and the selection before the range was started. */
  #anchor: Anchor | null = null;
  #listeners = new Set<() => void>();

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  get cursor() {
    return this.#cursor;
  }

  get selection() {
    return this.#selection;
  }

  get window() {
    return this.#window;
  }

  get filter() {
    return this.#filter;
  }

  /** Index of the cursor, or its last known index if the bug is no longer listed, or -1 without a cursor. */
  get place(): number {
    if (this.#cursor === null || !this.#window) return -1;
    const index = this.#window.indexOf(this.#cursor);
    if (index >= 0) this.#place = index;
    return index >= 0 ? index : Math.min(this.#place, this.#window.length - 1);
  }

  get selectionSize() {
    return sizeOf(this.#selection);
  }

  /** Whether a target equals the selection. */
  isAllOf(target: Target): boolean {
    const size = 'ids' in target ? target.ids.length : target.expectedTotal - target.except.length;
    return size === this.selectionSize && ('filter' in target || target.ids.every(this.isSelected));
  }

  isSelected = (id: number) => includes(this.#selection, id);

  /** Switches to another list. The selection is cleared if the filter differs. */
  look(window: ListWindow): void {
    if (this.#window === window) return;
    const { filter } = window;
    const other = filterKey(filter) !== filterKey(this.#filter);
    this.#window = window;
    this.#filter = filter;
    if (!other) return;
    this.#cursor = null;
    this.#place = 0;
    this.#select(nothing);
  }

  moveTo(id: number | null): void {
    if (id === this.#cursor) return;
    this.#cursor = id;
    this.#anchor = null;
    this.#tell();
  }

  /** Moves the cursor by some rows, up to the ends of the list. It stops before rows that are not loaded. */
  step(by: number): void {
    const id = this.#idNear(by);
    if (id !== undefined) this.moveTo(id);
  }

  /** The next cursor after the current bug or selection is finished: the next row, else the previous one. */
  next(): number | null {
    const window = this.#window;
    if (!window) return null;
    const selected = this.#selection.kind === 'some' ? this.#selection.ids : new Set();
    const gone = (id: number) => id === this.#cursor || selected.has(id) || window.isStale(id);
    const start = this.place;
    for (let index = start + 1; index < window.length; index++) {
      const id = window.idAt(index);
      if (id === undefined) break;
      if (!gone(id)) return id;
    }
    for (let index = start - 1; index >= 0; index--) {
      const id = window.idAt(index);
      if (id === undefined) break;
      if (!gone(id)) return id;
    }
    return this.#cursor;
  }

  toggle(id: number): void {
    this.#cursor = id;
    this.#select(toggled(this.#selection, id));
  }

  /**
   * Extends the selection from the anchor to the row `by` away and moves the cursor there. Moving back deselects rows.
   */
  extend(by: number): void {
    const id = this.#idNear(by);
    if (id !== undefined && this.#window) void this.extendTo(this.#window.indexOf(id));
  }

  /** Selects the range from the anchor to a row, loading rows if needed. */
  async extendTo(index: number): Promise<void> {
    const window = this.#window;
    if (!window) return;
    const anchor = this.#anchor ?? this.#anchorIn(window);
    this.#anchor = anchor;
    const place = window.indexOf(anchor.id ?? 0);
    if (place >= 0) anchor.index = place;
    const end = window.idAt(index);
    const from = Math.min(anchor.index, index);
    const to = Math.min(Math.max(anchor.index, index), from + maxSelected - 1);
    const take = (range: readonly (number | undefined)[]) => {
      const ids = new Set(anchor.before);
      for (const id of range) if (id !== undefined && !window.isStale(id)) ids.add(id);
      this.#cursor = end ?? this.#cursor;
      this.#select({ kind: 'some', ids }, anchor);
    };
    const known = Array.from({ length: to - from + 1 }, (_, at) => window.idAt(from + at));
    take(known);
    if (!known.includes(undefined)) return;
    const all = await window.idsBetween(from, to + 1);
    if (this.#window === window && this.#anchor === anchor) take(all);
  }

  /**
   * Selects the loaded rows that still match. Selecting all matching bugs is a second step, so that it does not happen
   * by accident.
   */
  selectLoaded(): void {
    const ids = new Set<number>();
    const window = this.#window;
    for (let at = 0; window && at < window.length && ids.size < maxSelected; at++) {
      const id = window.idAt(at);
      if (id === undefined) break;
      if (!window.isStale(id)) ids.add(id);
    }
    this.#select({ kind: 'some', ids });
  }

  /** Whether the matching bugs exceed the bulk limit or the capped count. */
  get isTooMany(): boolean {
    return this.#window !== null && (this.#window.capped || this.#window.total > maxMatching);
  }

  /** The number of all matching bugs, if they can be selected and are more than the selection. */
  get matching(): number | null {
    const total = this.#window?.total ?? 0;
    return !this.isTooMany && total > sizeOf(this.#selection) ? total : null;
  }

  selectMatching(): void {
    if (this.#window && !this.isTooMany)
      this.#select({ kind: 'all', filter: this.#filter, total: this.#window.total, except: new Set() });
  }

  /**
   * Restores a selection after an `outdated` outcome, now with `total` matches. It applies only if the filter is still
   * shown and nothing else has been selected.
   */
  selectAgain({ filter, except }: Extract<Target, { filter: unknown }>, total: number): void {
    const now = this.#selection;
    if (filterKey(filter) !== filterKey(this.#filter)) return;
    if (now.kind === 'some' && now.ids.size > 0) return;
    const without = now.kind === 'all' ? now.except : new Set(except);
    const isPossible = total > without.size && total <= maxMatching;
    this.#select(isPossible ? { kind: 'all', filter, total, except: without } : nothing);
  }

  clear(): void {
    if (sizeOf(this.#selection) > 0 || this.#anchor) this.#select(nothing);
  }

  /** The bugs that actions apply to: the selection, else the cursor. */
  target(): Target | null {
    return targetOf(this.#selection) ?? (this.#cursor === null ? null : { ids: [this.#cursor] });
  }

  #anchorIn(window: ListWindow): Anchor {
    const index = Math.max(this.place, 0);
    const before = this.#selection.kind === 'some' ? this.#selection.ids : new Set<number>();
    return { id: window.idAt(index), index, before };
  }

  #idNear(by: number): number | undefined {
    const window = this.#window;
    if (!window || window.length === 0) return undefined;
    const place = this.place;
    let index = place < 0 ? 0 : Math.max(0, Math.min(window.length - 1, place + by));
    // This also loads rows while the list is not rendered, behind a full-page bug.
    if (index + rowsAhead >= window.length) window.ensure(index, index + 1);
    while (index !== place && window.idAt(index) === undefined) index -= Math.sign(by);
    return window.idAt(index);
  }

  #select(selection: Selection, anchor: Anchor | null = null): void {
    this.#selection = selection;
    this.#anchor = anchor;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
