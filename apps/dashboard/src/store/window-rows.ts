import type { Api, Page, PageRange } from './api.ts';
import type { Clock } from './clock.ts';
import type { Entities, Transition } from './entities.ts';
import { isSearch, type Matcher } from './match.ts';
import type { Notifier } from './notifier.ts';
import type { Overlay } from './overlay.ts';
import type { IdRange } from './read-ranges.ts';
import { createSearchCheck } from './search-check.ts';
import { createSparseList, type SparseList } from './sparse-list.ts';
import type { BugFilter, BugItem } from './types.ts';

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
  /**
   * Takes a page in, and compares it with what is shown: rows stay where they are, dimmed when the page lacks them, and what
   * would come between them waits. `entered` are bugs that have come to match since the page was asked for, which it may
   * lack. Returns which ids the page tells of.
   */
  put(page: Page, range: PageRange, at: number, entered: ReadonlySet<number>): IdRange;
  /** Lets in what waits and takes out what is stale. */
  settle(total: number | undefined): void;
  /** Drops the rows that are far from a range, but for the top: there, what is new is told from what is further down. */
  keepNear(range: { from: number; to: number }, top: number): void;
  /** Asks no more about a search. */
  stop(): void;
}

interface Options {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
  overlay: Overlay;
  filter: BugFilter;
  matcher: Matcher;
  onChange(): void;
  /** These are shown, and the service no longer lists them: nobody has told why yet. */
  onMissing(ids: number[]): void;
}

export function createWindowRows(options: Options): WindowRows {
  const { entities, overlay, filter, matcher, onChange, onMissing } = options;
  const list = createSparseList();
  const waiting = new Set<number>();
  /**
   * The rows that a page has lacked, by the revision that was known then: it no longer matches, although the event or the
   * answer that says so has not come yet. Whatever is known of a later revision counts again.
   */
  const missing = new Map<number, number>();
  const search = createSearchCheck({ ...options, onFound: (ids) => ids.forEach(letWait) });
  let drift = 0;

  const serverItem = (id: number) => (entities.isDeleted(id) ? undefined : entities.get(id)?.item);

  /** Whether the bug matches by what the service has said last. */
  function belongs(id: number): boolean {
    const item = serverItem(id);
    return item !== undefined && matcher(item) && !isMissing(item);
  }

  const isMissing = ({ id, revision }: BugItem) => revision <= (missing.get(id) ?? -1);

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

  /** What a page tells of the rows that are shown and of those that wait, in the range that it covers. */
  function compare({ items }: Page, { lowest, highest }: IdRange, entered: ReadonlySet<number>): void {
    const listed = new Set(items.map(({ id }) => id));
    for (const id of listed) missing.delete(id);
    const isLacked = (id: number) => id >= lowest && id <= highest && !listed.has(id) && !entered.has(id);
    for (const id of waiting) if (isLacked(id)) waiting.delete(id);
    const gone = [...list.ids()].filter((id) => isLacked(id) && belongs(id));
    for (const id of gone) missing.set(id, serverItem(id)?.revision ?? 0);
    if (gone.length > 0) onMissing(gone);
  }

  return {
    list,
    waiting,
    get drift() {
      return drift;
    },
    isStale(id) {
      const item = serverItem(id);
      if (item === undefined || overlay.isDeleting(id) || !matcher(overlay.view(item))) return true;
      // Somebody who has just put it back does not wait for the service to list it.
      return isMissing(item) && !overlay.has(id);
    },
    lengthFor: (total) => total + stale().length - waiting.size,
    enter,
    move({ id, before, after }) {
      const does = after !== undefined && matcher(after);
      if (list.indexOf(id) >= 0) {
        if (!before || !after || matcher(before) !== does || missing.has(id)) onChange();
      } else if (does) enter(id);
      else if (waiting.delete(id)) onChange();
    },
    begin() {
      drift = 0;
      waiting.clear();
      missing.clear();
      list.clear(0);
    },
    put(page, range, at, entered) {
      const { items, total, total_capped } = page;
      const ids = items.map(({ id }) => id);
      const isByOffset = 'offset' in range;
      const isShort = ids.length < range.limit;
      const isNothing = ids.length === 0 && total === 0;
      const isTop = isNothing || (isByOffset && range.offset === 0);
      // Past the end of the list nothing is known of what stands before.
      const isEnd = isNothing || (isShort && (ids.length > 0 || !isByOffset || range.offset === 0));
      const read: IdRange = {
        lowest: isEnd ? 0 : (ids.at(-1) ?? Number.POSITIVE_INFINITY),
        highest: isTop ? Number.POSITIVE_INFINITY : isByOffset ? (ids[0] ?? 0) : range.before_id - 1,
      };
      compare(page, read, entered);
      if (list.length === 0) list.clear(Math.max(total, at + ids.length));
      search.confirm(ids);
      const late = list.put({
        ids,
        at,
        ...(isByOffset ? {} : { after: range.before_id }),
        isTop,
        isEnd,
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
      return read;
    },
    settle(total) {
      const gone = stale();
      if (gone.length === 0 && waiting.size === 0 && list.length === (total ?? list.length)) return;
      // Before stale rows go: where one of them is the last loaded row, what waits above it would have no known place.
      for (const id of waiting) list.insert(id);
      waiting.clear();
      for (const id of gone) {
        list.remove(id);
        missing.delete(id);
      }
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
