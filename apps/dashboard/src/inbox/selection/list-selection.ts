import { filterKey } from '../../store/filter.ts';
import type { ListWindow } from '../../store/list.ts';
import type { BugFilter, Target } from '../../store/types.ts';
import { includes, nothing, type Selection, sizeOf, targetOf, toggled } from './selection.ts';

/** More than that cannot be looked through one by one: it is what "select all matching" is for. */
const maxSelected = 5000;

/** The service changes no more than that by one filter. */
const maxMatching = 10_000;

/** Whoever steps so close to the last row has more rows loaded. */
const rowsAhead = 20;

interface Anchor {
  /** A bug, as rows that arrive move places. */
  id: number | undefined;
  /** Where it was last seen. */
  index: number;
  before: ReadonlySet<number>;
}

/**
 * Where one stands in a list, and what is selected in it. The cursor is a bug and not a place, so nothing that arrives
 * moves it to another bug. Rows subscribe to this, so that a step repaints the two rows that it concerns.
 */
export class ListSelection {
  #window: ListWindow | null = null;
  #filter: BugFilter = {};
  #cursor: number | null = null;
  /** Where the cursor was last seen, for when its bug is gone from the list. */
  #place = 0;
  #selection: Selection = nothing;
  /** The end of a range that stays where it is, and what was selected before the range was begun. */
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

  /** Where the cursor is; where it was, when its bug is no longer listed; -1 when it never was anywhere. */
  get place(): number {
    if (this.#cursor === null || !this.#window) return -1;
    const index = this.#window.indexOf(this.#cursor);
    if (index >= 0) this.#place = index;
    return index >= 0 ? index : Math.min(this.#place, this.#window.length - 1);
  }

  get selectionSize() {
    return sizeOf(this.#selection);
  }

  /** Whether a target is exactly what is selected. */
  isAllOf(target: Target): boolean {
    const size = 'ids' in target ? target.ids.length : target.expectedTotal - target.except.length;
    return size === this.selectionSize && ('filter' in target || target.ids.every(this.isSelected));
  }

  isSelected = (id: number) => includes(this.#selection, id);

  /** Looks at another list. A selection belongs to its filter and ends with it. */
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

  /** Goes up or down by some rows, and stays at the ends. Rows that are not loaded yet cannot be stood on. */
  step(by: number): void {
    const id = this.#idNear(by);
    if (id !== undefined) this.moveTo(id);
  }

  /** The bug to stand on once the cursor's, or all selected, have been dealt with: the next, else the one before. */
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

  /** Selects from where one stands to the row `by` away, which becomes the cursor; going back gives rows back. */
  extend(by: number): void {
    const id = this.#idNear(by);
    if (id !== undefined && this.#window) void this.extendTo(this.#window.indexOf(id));
  }

  /** Selects everything between the anchor and a row, also rows that first have to be fetched. */
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

  /** Selects the rows that are loaded and belong there. Everything that matches is a second step, so that nobody takes it by accident. */
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

  /** Whether more match than can be selected at once, or than have been counted. */
  get isTooMany(): boolean {
    return this.#window !== null && (this.#window.capped || this.#window.total > maxMatching);
  }

  /** How many could be selected instead: all that match, when those are more. */
  get matching(): number | null {
    const total = this.#window?.total ?? 0;
    return !this.isTooMany && total > sizeOf(this.#selection) ? total : null;
  }

  selectMatching(): void {
    if (this.#window && !this.isTooMany)
      this.#select({ kind: 'all', filter: this.#filter, total: this.#window.total, except: new Set() });
  }

  /**
   * Selects again what was not changed because by now `total` match: only where one still looks at them and has selected
   * nothing else meanwhile.
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

  /** What an action acts on: the selection, else the cursor. */
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
    // Also where the list is not drawn, beside a bug that fills the page.
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
