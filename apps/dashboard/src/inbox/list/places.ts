import { filterKey } from '../../store/filter.ts';
import type { ListWindow } from '../../store/types.ts';

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

export function anchorAt(element: HTMLElement, list: ListWindow, height: number): Anchor | null {
  // At the very top nothing is held: what one lets in there is what one wants to see.
  if (element.scrollTop === 0) return null;
  const index = Math.ceil(element.scrollTop / height);
  const id = list.idAt(index);
  return id === undefined ? null : { id, below: index * height - element.scrollTop };
}

/** How far to scroll so that the anchor stands where it stood; null when it is gone. */
export function scrolledFor(anchor: Anchor, list: ListWindow, height: number): number | null {
  const index = list.indexOf(anchor.id);
  return index < 0 ? null : index * height - anchor.below;
}

/** Scrolls just as far as needed to have a row in sight. */
export function reveal(element: HTMLElement, index: number, height: number): void {
  const top = index * height;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + height > element.scrollTop + element.clientHeight)
    element.scrollTop = top + height - element.clientHeight;
}
