import type { Page } from './api.ts';
import { canonical } from './filter-key.ts';
import type { KeptWindow, WindowParts } from './list-window.ts';
import { createMatcher } from './match.ts';
import { createEmitter } from './notifier.ts';
import type { BugFilter, ListWindow, Problem } from './types.ts';

/** What has happened is looked for at most so often. */
const lookMs = 1_000;
const retryMs = 5_000;

/**
 * A list in another order than newest first. Pages are read one after the other by cursor. No row moves by itself: after events
 * the first page is read again, and bugs that are new on it wait until `showNew`.
 */
export function createSortedWindow(filterGiven: BugFilter, parts: WindowParts): KeptWindow {
  const { api, clock, notifier, entities, overlay, pages } = parts;
  const filter = canonical(filterGiven);
  const matcher = createMatcher(filter, parts.context);
  const tally = parts.tallies.of(filter);
  const listeners = createEmitter();
  const closing = new AbortController();

  let version = 0;
  let status: ListWindow['status'] = 'loading';
  let problem: Problem | undefined;
  let ids: number[] = [];
  let places = new Map<number, number>();
  /** Where the next page begins; undefined before the first, null after the last. */
  let cursor: string | null | undefined;
  /** The first page as it is by now. */
  let fresh: Page | undefined;
  let wanted = pages.first;
  let reading: Promise<void> | undefined;
  let isDoubtful = false;
  let isTaking = false;
  let callOffLook: (() => void) | undefined;
  let callOffRetry: (() => void) | undefined;
  let leaveTally: (() => void) | undefined;

  function changed(): void {
    version++;
    notifier.atTheEnd(tell);
  }
  const tell = () => listeners.emit();

  function setIds(next: number[]): void {
    ids = next;
    places = new Map(next.map((id, place) => [id, place]));
    changed();
  }

  const newIds = () => (fresh?.items ?? []).map(({ id }) => id).filter((id) => !places.has(id));

  function isStale(id: number): boolean {
    const item = entities.isDeleted(id) ? undefined : entities.get(id)?.item;
    return !item || overlay.isDeleting(id) || !matcher(overlay.view(item));
  }

  /** Fetches a page and takes its bugs in; undefined when it did not come. */
  async function fetchPage(from: string | undefined): Promise<Page | undefined> {
    const askedAt = parts.tallies.now();
    const range =
      from === undefined ? { limit: pages.first, offset: 0 } : { limit: pages.later, cursor: from };
    const answer = await api.list(filter, range, closing.signal);
    if (closing.signal.aborted) return undefined;
    if (!answer.ok) {
      fail(answer.problem);
      return undefined;
    }
    const { items, total, total_capped = false } = answer.data;
    isTaking = true;
    notifier.transaction(() => {
      for (const item of items) entities.take(item);
      tally.take({ total, isCapped: total_capped }, askedAt);
    });
    isTaking = false;
    return answer.data;
  }

  function fail(reason: Problem): void {
    status = status === 'ready' ? 'ready' : 'failed';
    problem = reason;
    notifier.transaction(changed);
    const isForGood = reason.status >= 400 && reason.status < 500 && reason.status !== 429;
    callOffRetry?.();
    if (!isForGood) callOffRetry = clock.after(retryMs, () => void load());
  }

  /** Reads on until there is what one looks at. */
  function load(): Promise<void> {
    reading ??= readOn().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readOn(): Promise<void> {
    while (cursor !== null && ids.length < wanted + pages.ahead) {
      const from = cursor;
      const page = await fetchPage(from);
      if (!page) return;
      // The list was restarted meanwhile.
      if (cursor !== from) continue;
      notifier.transaction(() => append(page));
    }
  }

  function append({ items, next_cursor }: Page): void {
    cursor = next_cursor ?? null;
    status = 'ready';
    problem = undefined;
    if (listeners.size > 0) watchTally();
    setIds([...ids, ...items.map(({ id }) => id).filter((id) => !places.has(id))]);
  }

  function beginWith(page: Page): void {
    fresh = undefined;
    setIds([]);
    append(page);
  }

  function watchTally(): void {
    leaveTally ??= tally.subscribe(() => notifier.transaction(changed));
  }

  function lookSoon(): void {
    isDoubtful = true;
    if (listeners.size > 0 && status === 'ready') callOffLook ??= clock.after(lookMs, () => void look(false));
  }

  async function look(isShown: boolean): Promise<void> {
    callOffLook = undefined;
    isDoubtful = false;
    const page = await fetchPage(undefined);
    if (!page) return;
    notifier.transaction(() => {
      if (isShown) return beginWith(page);
      fresh = page;
      changed();
    });
  }

  return {
    filter,
    get version() {
      return version;
    },
    get status() {
      return status;
    },
    get problem() {
      return problem;
    },
    get total() {
      return tally.count?.total ?? 0;
    },
    get capped() {
      return tally.count?.isCapped ?? false;
    },
    get length() {
      return cursor === null ? ids.length : ids.length + 1;
    },
    get newCount() {
      return newIds().length;
    },
    get isWatched() {
      return listeners.size > 0;
    },
    get loaded() {
      return ids.length;
    },
    idAt: (index) => ids[index],
    indexOf: (id) => places.get(id) ?? -1,
    isStale,
    *ids() {
      yield* ids;
      yield* newIds();
    },
    ensure(_from, to) {
      wanted = Math.max(pages.first, to);
      if (status === 'failed') status = 'loading';
      void load();
    },
    async idsBetween(from, to) {
      wanted = Math.max(wanted, to);
      await load();
      return ids.slice(Math.max(0, from), to);
    },
    showNew() {
      notifier.transaction(() => {
        if (fresh) beginWith(fresh);
        else setIds(ids.filter((id) => !isStale(id)));
      });
      void load();
    },
    reload() {
      status = 'loading';
      notifier.transaction(changed);
      void look(true);
    },
    subscribe(listener) {
      const isFirst = listeners.size === 0;
      const leave = listeners.subscribe(listener);
      if (isFirst && status === 'ready') {
        watchTally();
        if (isDoubtful) void look(true);
      }
      void load();
      let isGone = false;
      return () => {
        if (isGone) return;
        isGone = true;
        leave();
        if (listeners.size > 0) return;
        leaveTally?.();
        leaveTally = undefined;
      };
    },
    move({ id, before, after }) {
      if (isTaking) return;
      const does = after !== undefined && matcher(after);
      if (places.has(id)) {
        if (!before || matcher(before) !== does) changed();
        isDoubtful = true;
      } else if (does) lookSoon();
    },
    overlayChanged(id) {
      if (places.has(id)) changed();
    },
    async startAfresh() {
      isDoubtful = true;
      if (listeners.size > 0) await look(true);
    },
    close() {
      closing.abort();
      callOffLook?.();
      callOffRetry?.();
      leaveTally?.();
    },
  };
}
