import type { Answer, Api, Page, PageRange } from './api.ts';
import type { Clock } from './clock.ts';
import type { Entities, Transition } from './entities.ts';
import { canonical } from './filter-key.ts';
import { createMatcher, isSearch, type MatchContext } from './match.ts';
import { createEmitter, type Notifier } from './notifier.ts';
import type { Overlay } from './overlay.ts';
import type { Projects } from './projects.ts';
import { createSearchCheck } from './search-check.ts';
import { createSparseList } from './sparse-list.ts';
import type { Tallies } from './tallies.ts';
import type { BugFilter, ListWindow, Problem } from './types.ts';

export interface WindowParts {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
  overlay: Overlay;
  tallies: Tallies;
  context: MatchContext;
  projects: Projects;
  pages: PageSizes;
}

/** A window as the store handles it. */
export interface KeptWindow extends ListWindow {
  readonly isWatched: boolean;
  readonly loaded: number;
  /** Every id that it shows or lets wait. */
  ids(): Iterable<number>;
  /** A bug has moved on. */
  move(transition: Transition): void;
  /** A pending change has been laid on a bug, or lifted. */
  overlayChanged(id: number): void;
  /** Events have been missed: what is shown is loaded again as soon as somebody looks. Settles when what is looked at is there. */
  startAfresh(): Promise<void>;
  close(): void;
}

/** How many rows are loaded at once: few at first, so that they are there soon, and how many ahead of what one looks at. */
export interface PageSizes {
  first: number;
  later: number;
  ahead: number;
}

export const pageSizes: PageSizes = { first: 50, later: 100, ahead: 60 };
/** A jump waits until the scroll bar rests. */
const restMs = 80;
const retryMs = 5_000;
/** Rows that are kept; beyond, those far from where one looks are dropped. */
const mostLoaded = 4_000;
/** A list whose length contradicts its total is loaded again, but not more often than this. */
const repairEveryMs = 10_000;

export function createListWindow(filterGiven: BugFilter, parts: WindowParts): KeptWindow {
  const { api, clock, notifier, entities, overlay, tallies, context, projects, pages } = parts;
  const { first: firstPage, later: laterPage, ahead } = pages;
  const filter = canonical(filterGiven);
  const matcher = createMatcher(filter, context);
  const tally = tallies.of(filter);
  const list = createSparseList();
  const waiting = new Set<number>();
  const listeners = createEmitter();
  const search = createSearchCheck({ ...parts, filter, onFound: (ids) => ids.forEach(letWait) });

  let version = 0;
  let status: ListWindow['status'] = 'loading';
  let problem: Problem | undefined;
  let view = { from: 0, to: firstPage };
  let request: { from: number; to: number; abort: AbortController } | undefined;
  let rest: (() => void) | undefined;
  /** How much further down rows are shown than the service counts them: what waits and what is stale is the difference. */
  let drift = 0;
  /** The list is to be emptied when the next page comes. */
  let isOutdated = true;
  let isClosed = false;
  let callOffRepair: (() => void) | undefined;
  let repairedAt = Number.NEGATIVE_INFINITY;
  let leaveTally: (() => void) | undefined;
  /** Pages that are on their way, and the bugs that have come to match since: a page that was read before lacks them. */
  let underway = 0;
  const enteredMeanwhile = new Map<number, number>();
  let fruitless = 0;
  const caughtUp: (() => void)[] = [];

  function changed(): void {
    version++;
    notifier.atTheEnd(tell);
  }
  const tell = () => listeners.emit();

  const serverItem = (id: number) => (entities.isDeleted(id) ? undefined : entities.get(id)?.item);

  /** Whether the bug matches by what the service has said last. */
  function belongs(id: number): boolean {
    const item = serverItem(id);
    return item !== undefined && matcher(item);
  }

  function isStale(id: number): boolean {
    const item = serverItem(id);
    return item === undefined || overlay.isDeleting(id) || !matcher(overlay.view(item));
  }

  function letWait(id: number): void {
    if (waiting.has(id) || list.indexOf(id) >= 0 || !list.isInside(id) || !belongs(id)) return;
    waiting.add(id);
    changed();
  }

  /** A bug matches that is not shown. */
  function enter(id: number): void {
    if (waiting.has(id) || list.indexOf(id) >= 0 || !list.isInside(id)) return;
    if (isSearch(filter)) search.ask(id);
    else letWait(id);
  }

  /** What is to be loaded next for what one looks at, if anything is. */
  function nextRange(): { from: number; to: number } | undefined {
    if (isOutdated) return { from: Math.max(0, view.from), to: Math.max(view.from + firstPage, view.to) };
    const hole = list.firstHole(view.from, view.to);
    return hole ?? list.firstHole(view.from - ahead, view.to + ahead);
  }

  function load(): void {
    if (isClosed || (listeners.size === 0 && status === 'ready')) return;
    const wanted = nextRange();
    if (request) {
      const isSeen = request.to > view.from - ahead && request.from < view.to + ahead;
      if (isSeen) return;
      request.abort.abort();
      request = undefined;
    }
    rest?.();
    rest = undefined;
    if (!wanted) return;
    const isNear =
      isOutdated || list.idAt(wanted.from - 1) !== undefined || list.idAt(wanted.to) !== undefined;
    if (isNear) void fetchRange(wanted);
    else {
      rest = clock.after(restMs, () => {
        rest = undefined;
        const still = nextRange();
        if (still && !request) void fetchRange(still);
      });
    }
  }

  async function fetchRange(range: { from: number; to: number }): Promise<void> {
    const abort = new AbortController();
    const own = { ...range, abort };
    request = own;
    const before = `${list.loaded} of ${list.length}`;
    const answer = await fetchPage(range, abort.signal);
    if (request !== own) return;
    request = undefined;
    if (answer !== undefined && !answer.ok) return fail(answer.problem);
    // A list that cannot be completed contradicts the service's: it is read anew.
    fruitless = before === `${list.loaded} of ${list.length}` ? fruitless + 1 : 0;
    if (fruitless >= 3) {
      fruitless = 0;
      isOutdated = true;
      rest = clock.after(retryMs, load);
    } else load();
  }

  function fail(reason: Problem): void {
    tellCaughtUp();
    status = status === 'ready' ? 'ready' : 'failed';
    problem = reason;
    notifier.transaction(changed);
    const isForGood = reason.status >= 400 && reason.status < 500 && reason.status !== 429;
    if (!isForGood) rest = clock.after(retryMs, load);
  }

  /** Asks for the rows of a range and puts them in. By the bug above it where that is known: an offset shifts as reports come in. */
  async function fetchPage(
    { from, to }: { from: number; to: number },
    signal: AbortSignal,
  ): Promise<Answer<Page> | undefined> {
    const isAnew = isOutdated;
    const after = isAnew ? undefined : list.idAt(from - 1);
    // One row more, so that it meets the rows below.
    const least = isAnew ? firstPage : laterPage;
    const limit = Math.min(200, Math.max(least, to - from + 1));
    const offset = Math.max(0, isAnew ? from : from - drift);
    const range: PageRange = after === undefined ? { limit, offset } : { limit, before_id: after };
    const askedAt = tallies.now();
    underway++;
    const answer = await api.list(filter, range, signal);
    underway--;
    if (isClosed || signal.aborted) return undefined;
    if (!answer.ok) return answer;
    const { items } = answer.data;
    const { team_id } = filter;
    if (team_id !== undefined) projects.learn(items.map(({ project_id }) => ({ id: project_id, team_id })));
    notifier.transaction(() => {
      for (const item of items) entities.take(item);
      if (isAnew) begin();
      // A list of another beginning has come in the meantime: these rows have no place in it.
      else if (isOutdated || (after !== undefined && list.indexOf(after) < 0)) return;
      take(answer.data, range, after === undefined ? offset + (isAnew ? 0 : drift) : from, askedAt);
      for (const [id, at] of enteredMeanwhile) if (at > askedAt) enter(id);
    });
    if (isAnew) tellCaughtUp();
    repair();
    if (underway === 0) enteredMeanwhile.clear();
    return answer;
  }

  function tellCaughtUp(): void {
    for (const tell of caughtUp.splice(0)) tell();
  }

  function begin(): void {
    isOutdated = false;
    drift = 0;
    waiting.clear();
    list.clear(0);
  }

  function take({ items, total, total_capped }: Page, range: PageRange, at: number, askedAt: number): void {
    const ids = items.map(({ id }) => id);
    const isByOffset = 'offset' in range;
    const isEnd = items.length < range.limit;
    const isNothing = ids.length === 0 && total === 0;
    if (list.length === 0) list.clear(Math.max(total, at + ids.length));
    search.confirm(ids);
    const late = list.put({
      ids,
      at,
      ...(isByOffset ? {} : { after: range.before_id }),
      isTop: isNothing || (isByOffset && range.offset === 0),
      // Past the end of the list nothing is known of what stands before.
      isEnd: isNothing || (isEnd && (ids.length > 0 || !isByOffset || range.offset === 0)),
    });
    if (isByOffset && ids.length === 0 && total > 0) {
      list.setLength(Math.min(total, range.offset));
      if (view.from >= total) view = { from: Math.max(0, total - firstPage), to: total };
    }
    if (isByOffset && ids[0] !== undefined)
      drift = list.indexOf(ids[0]) < 0 ? drift : list.indexOf(ids[0]) - range.offset;
    // A search counts no further than it must: the list goes on below.
    if (total_capped && !isEnd && list.firstHole(0, list.length + 1) === undefined)
      list.setLength(list.length + 1);
    for (const id of ids) if (list.indexOf(id) >= 0) waiting.delete(id);
    for (const id of late) letWait(id);
    for (const id of waiting) if (!list.isInside(id)) waiting.delete(id);
    tally.take({ total, isCapped: total_capped ?? false }, askedAt);
    status = 'ready';
    problem = undefined;
    if (list.loaded > mostLoaded) forgetFarRows();
    changed();
  }

  /** The top is kept, so that what is new can still be told from what is further down. */
  function forgetFarRows(): void {
    const from = view.from - mostLoaded / 4;
    const to = view.to + mostLoaded / 4;
    list.keepOnly(
      from > firstPage
        ? [
            { from: 0, to: firstPage },
            { from: from + 1, to },
          ]
        : [{ from: 0, to }],
    );
  }

  function settle(): void {
    const stale = [...list.ids()].filter((id) => !belongs(id));
    if (stale.length === 0 && waiting.size === 0 && list.length === (tally.settled?.total ?? list.length))
      return;
    for (const id of stale) list.remove(id);
    for (const id of waiting) list.insert(id);
    waiting.clear();
    drift = 0;
    const total = tally.settled;
    if (total && !total.isCapped) list.setLength(total.total);
    changed();
  }

  /**
   * When everything is counted, the list must be as long as that says. What cannot be put right at its unknown end has happened
   * without an event: then it is read anew.
   */
  function repair() {
    const { settled } = tally;
    if (isOutdated || status !== 'ready' || !tally.isExact || !settled || settled.isCapped) return;
    const stale = [...list.ids()].filter((id) => !belongs(id)).length;
    const wanted = settled.total + stale - waiting.size;
    if (list.length === wanted) return;
    if (list.setEnd(wanted)) {
      notifier.transaction(changed);
      return load();
    }
    if (list.hasHoles) return;
    const waitMs = repairedAt + repairEveryMs - clock.now();
    callOffRepair?.();
    callOffRepair = waitMs > 0 ? clock.after(waitMs, repair) : undefined;
    if (waitMs > 0) return;
    repairedAt = clock.now();
    isOutdated = true;
    load();
  }

  const self: KeptWindow = {
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
      return list.length;
    },
    get newCount() {
      return waiting.size;
    },
    get isWatched() {
      return listeners.size > 0;
    },
    get loaded() {
      return list.loaded;
    },
    idAt: (index) => list.idAt(index),
    indexOf: (id) => list.indexOf(id),
    isStale,
    *ids() {
      yield* list.ids();
      yield* waiting;
    },
    ensure(from, to) {
      view = { from: Math.max(0, from), to };
      if (status === 'failed') status = 'loading';
      load();
    },
    async idsBetween(from, to) {
      const forever = new AbortController();
      let failures = 0;
      while (!isClosed) {
        const hole = isOutdated ? { from, to } : list.firstHole(from, to);
        if (!hole) break;
        const before = `${list.loaded} of ${list.length}`;
        const answer = await fetchPage(hole, forever.signal);
        failures = before === `${list.loaded} of ${list.length}` ? failures + 1 : 0;
        if (answer?.ok !== true || failures > 2) break;
      }
      const ids: number[] = [];
      for (let index = Math.max(0, from); index < Math.min(to, list.length); index++) {
        const id = list.idAt(index);
        if (id !== undefined) ids.push(id);
      }
      return ids;
    },
    showNew() {
      notifier.transaction(settle);
      load();
    },
    reload() {
      isOutdated = true;
      status = status === 'failed' ? 'loading' : status;
      request?.abort.abort();
      request = undefined;
      load();
    },
    subscribe(listener) {
      const isFirst = listeners.size === 0;
      const leave = listeners.subscribe(listener);
      if (isFirst) {
        leaveTally ??= tally.subscribe(() => {
          notifier.transaction(changed);
          repair();
        });
        notifier.transaction(settle);
      }
      load();
      let isGone = false;
      return () => {
        if (isGone) return;
        isGone = true;
        leave();
        if (listeners.size > 0) return;
        leaveTally?.();
        leaveTally = undefined;
        tellCaughtUp();
      };
    },
    move({ id, before, after }) {
      if (list.indexOf(id) >= 0) {
        if (before && after && matcher(before) === matcher(after)) return;
        return changed();
      }
      if (!after || !matcher(after)) {
        if (waiting.delete(id)) changed();
        return;
      }
      if (underway > 0) enteredMeanwhile.set(id, tallies.now());
      enter(id);
    },
    overlayChanged(id) {
      if (list.indexOf(id) >= 0) changed();
    },
    startAfresh() {
      isOutdated = true;
      request?.abort.abort();
      request = undefined;
      search.clear();
      if (listeners.size === 0) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      caughtUp.push(resolve);
      load();
      return promise;
    },
    close() {
      isClosed = true;
      tellCaughtUp();
      request?.abort.abort();
      rest?.();
      callOffRepair?.();
      search.clear();
      leaveTally?.();
    },
  };
  return self;
}
