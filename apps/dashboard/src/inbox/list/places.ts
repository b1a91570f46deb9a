import { filterKey } from '../../store/filter.ts';
import type { ListWindow } from '../../store/list.ts';
import type { Layout } from './layout.ts';

/** Scroll anchor: the first fully visible row and its distance from the top of the viewport. */
export interface Anchor {
  id: number;
  below: number;
}

export interface Place {
  top: number;
  anchor: Anchor | null;
}

/** Scroll positions of the lists, restored on return. */
export class Places {
  #places = new Map<string, Place>();

  of(list: ListWindow): Place | undefined {
    return this.#places.get(filterKey(list.filter));
  }

  keep(list: ListWindow, place: Place): void {
    this.#places.set(filterKey(list.filter), place);
  }
}

export function anchorAt({ scrollTop }: HTMLElement, list: ListWindow, layout: Layout): Anchor | null {
  // There is no scroll anchor at the very top, so new rows become visible there.
  if (scrollTop === 0) return null;
  const edge = scrollTop + layout.covered;
  const first = layout.indexAt(edge);
  const index = layout.topOf(first) < edge ? first + 1 : first;
  const id = list.idAt(index);
  return id === undefined ? null : { id, below: layout.topOf(index) - scrollTop };
}

/** The scroll offset that keeps the anchor in place, or null if its row is gone. */
export function scrolledFor(anchor: Anchor, list: ListWindow, layout: Layout): number | null {
  const index = list.indexOf(anchor.id);
  return index < 0 ? null : layout.topOf(index) - anchor.below;
}

/** Scrolls as far as needed to show a row. */
export function reveal(element: HTMLElement, index: number, layout: Layout): void {
  const top = layout.topOf(index);
  if (top - layout.covered < element.scrollTop) element.scrollTop = top - layout.covered;
  else if (top + layout.rowHeight > element.scrollTop + element.clientHeight)
    element.scrollTop = top + layout.rowHeight - element.clientHeight;
}
