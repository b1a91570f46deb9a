import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Elements } from '../inbox/elements.ts';
import type { Address } from '../inbox/filter/address.ts';
import type { ListSelection } from '../inbox/selection/list-selection.ts';
import type { Store } from '../store/store.ts';
import type { Target } from '../store/types.ts';

/** The state that actions run with. */
export interface ActionContext {
  store: Store;
  catalogue: Catalogue;
  listSelection: ListSelection;
  elements: Elements;
  page: 'inbox' | 'bug' | 'settings';
  /** The open bug, in the panel or as a page. */
  openBug: number | null;
  /**
   * The bugs that actions apply to; null on settings pages. A full-page bug comes first, then an open bug that is not
   * in the list unless bugs are selected, then the selection, then the bug under the cursor.
   */
  target: Target | null;
  go: {
    beside(id: number, how?: 'push' | 'replace'): void;
    full(id: number, how?: 'push' | 'replace'): void;
    list(): void;
    /** Opens another view of the inbox. */
    inbox(address: Address): void;
    /** Opens a page outside the inbox. */
    page(path: string): void;
  };
}

/** Known bug ids of a target. */
export function idsOf(target: Target | null): readonly number[] {
  return target && 'ids' in target ? target.ids : [];
}

/** Number of bugs in a target. */
export function countOf(target: Target): number {
  return 'ids' in target ? target.ids.length : target.expectedTotal - target.except.length;
}

/** "#4812", "3 bugs", "all 3,214 bugs". */
export function nameOf(target: Target): string {
  if ('ids' in target && target.ids.length === 1) return `#${target.ids[0]}`;
  const count = countOf(target);
  if (count === 1) return '1 bug';
  const bugs = `${count.toLocaleString('en')} bugs`;
  return 'ids' in target || target.except.length > 0 ? bugs : `all ${bugs}`;
}
