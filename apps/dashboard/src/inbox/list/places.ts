import { filterKey } from '../../store/filter.ts';
import type { ListWindow } from '../../store/list.ts';
import type { Layout } from './layout.ts';

/** The first row that is wholly in sight, and how far under the upper edge it begins. */
export interface Anchor {
  id: number;
  below: number;
}

export interface Place {
  top: number;
  anchor: Anchor | null;
}

/** Where one was in each list, so that coming back restores it. */
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
  // At the very top nothing is held: what one lets in there is what one wants to see.
  if (scrollTop === 0) return null;
  const edge = scrollTop + layout.covered;
  const first = layout.indexAt(edge);
  const index = layout.topOf(first) < edge ? first + 1 : first;
  const id = list.idAt(index);
  return id === undefined ? null : { id, below: layout.topOf(index) - scrollTop };
}

/** How far to scroll so that the anchor stands where it stood; null when it is gone. */
export function scrolledFor(anchor: Anchor, list: ListWindow, layout: Layout): number | null {
  const index = list.indexOf(anchor.id);
  return index < 0 ? null : layout.topOf(index) - anchor.below;
}

/** Scrolls just as far as needed to have a row in sight. */
export function reveal(element: HTMLElement, index: number, layout: Layout): void {
  const top = layout.topOf(index);
  if (top - layout.covered < element.scrollTop) element.scrollTop = top - layout.covered;
  else if (top + layout.rowHeight > element.scrollTop + element.clientHeight)
    element.scrollTop = top + layout.rowHeight - element.clientHeight;
}
