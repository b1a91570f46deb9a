import type { Api, Page, PageRange } from './api.ts';
import type { Entities, Transition } from './entities.ts';
import { isSearch, type Matcher } from './match.ts';
import type { Notifier } from './notifier.ts';
import type { Overlay } from './overlay.ts';
import { createSearchCheck } from './search-check.ts';
import { createSparseList, type SparseList } from './sparse-list.ts';
import type { BugFilter } from './types.ts';

/**
 * The rows of a window: which bugs it shows, which wait to be let in, and which no longer belong there. Nothing that arrives
 * moves what is shown.
 */
export interface WindowRows {
  readonly list: Omit<SparseList, 'put' | 'insert' | 'remove' | 'clear'>;
  readonly waiting: ReadonlySet<number>;
  /** How much further down rows are shown than the service counts them: what waits and what is stale makes the difference. */
  readonly drift: number;
  /** It no longer matches, pending changes included. */
  isStale(id: number): boolean;
  /** How long the list has to be when so many bugs match. */
  lengthFor(total: number): number;
  /** A bug has moved on. */
  move(transition: Transition): void;
  /** A bug that matches and is not shown waits, where its place is known. */
  enter(id: number): void;
  /** Empties the list: the next page is the first of another. */
  begin(): void;
  put(page: Page, range: PageRange, at: number): void;
  /** Lets in what waits and takes out what is stale. */
  settle(total: number | undefined): void;
  /** Drops the rows that are far from a range, but for the top: there, what is new is told from what is further down. */
  keepNear(range: { from: number; to: number }, top: number): void;
  /** Asks no more about a search. */
  stop(): void;
}

interface Options {
  api: Api;
  notifier: Notifier;
  entities: Entities;
  overlay: Overlay;
  filter: BugFilter;
  matcher: Matcher;
  onChange(): void;
}

export function createWindowRows(options: Options): WindowRows {
  const { entities, overlay, filter, matcher, onChange } = options;
  const list = createSparseList();
  const waiting = new Set<number>();
  const search = createSearchCheck({ ...options, onFound: (ids) => ids.forEach(letWait) });
  let drift = 0;

  const serverItem = (id: number) => (entities.isDeleted(id) ? undefined : entities.get(id)?.item);

  /** Whether the bug matches by what the service has said last. */
  function belongs(id: number): boolean {
    const item = serverItem(id);
    return item !== undefined && matcher(item);
  }

  const isWanted = (id: number) => !waiting.has(id) && list.indexOf(id) < 0 && list.isInside(id);

  function letWait(id: number): void {
    if (!isWanted(id) || !belongs(id)) return;
    waiting.add(id);
    onChange();
  }

  function enter(id: number): void {
    if (!isWanted(id)) return;
    if (isSearch(filter)) search.ask(id);
    else letWait(id);
  }

  const stale = () => [...list.ids()].filter((id) => !belongs(id));

  return {
    list,
    waiting,
    get drift() {
      return drift;
    },
    isStale(id) {
      const item = serverItem(id);
      return item === undefined || overlay.isDeleting(id) || !matcher(overlay.view(item));
    },
    lengthFor: (total) => total + stale().length - waiting.size,
    enter,
    move({ id, before, after }) {
      const does = after !== undefined && matcher(after);
      if (list.indexOf(id) >= 0) {
        if (!before || !after || matcher(before) !== does) onChange();
      } else if (does) enter(id);
      else if (waiting.delete(id)) onChange();
    },
    begin() {
      drift = 0;
      waiting.clear();
      list.clear(0);
    },
    put({ items, total, total_capped }, range, at) {
      const ids = items.map(({ id }) => id);
      const isByOffset = 'offset' in range;
      const isShort = ids.length < range.limit;
      const isNothing = ids.length === 0 && total === 0;
      if (list.length === 0) list.clear(Math.max(total, at + ids.length));
      search.confirm(ids);
      const late = list.put({
        ids,
        at,
        ...(isByOffset ? {} : { after: range.before_id }),
        isTop: isNothing || (isByOffset && range.offset === 0),
        // Past the end of the list nothing is known of what stands before.
        isEnd: isNothing || (isShort && (ids.length > 0 || !isByOffset || range.offset === 0)),
      });
      if (isByOffset && ids.length === 0 && total > 0) list.setLength(Math.min(total, range.offset));
      const first = list.indexOf(ids[0] ?? 0);
      if (isByOffset && first >= 0) drift = first - range.offset;
      // A search counts no further than it must: the list goes on below.
      if (total_capped && !isShort && !list.hasHoles) list.setLength(list.length + 1);
      for (const id of ids) if (list.indexOf(id) >= 0) waiting.delete(id);
      for (const id of late) letWait(id);
      for (const id of waiting) if (!list.isInside(id)) waiting.delete(id);
      onChange();
    },
    settle(total) {
      const gone = stale();
      if (gone.length === 0 && waiting.size === 0 && list.length === (total ?? list.length)) return;
      for (const id of gone) list.remove(id);
      for (const id of waiting) list.insert(id);
      waiting.clear();
      drift = 0;
      if (total !== undefined) list.setLength(total);
      onChange();
    },
    keepNear({ from, to }, top) {
      const near = { from: from + 1, to };
      list.keepOnly(from > top ? [{ from: 0, to: top }, near] : [{ from: 0, to }]);
    },
    stop: search.clear,
  };
}
