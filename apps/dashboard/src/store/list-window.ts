import type { Answer, Api, Page, PageRange } from './api.ts';
import type { Clock } from './clock.ts';
import type { Entities, Transition } from './entities.ts';
import { canonical } from './filter-key.ts';
import { createMatcher, type MatchContext } from './match.ts';
import { createEmitter, type Notifier } from './notifier.ts';
import type { Overlay } from './overlay.ts';
import type { Projects } from './projects.ts';
import type { Tallies } from './tallies.ts';
import type { BugFilter, ListWindow, Problem } from './types.ts';
import { createWindowRows } from './window-rows.ts';

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
/**
 * A list whose length contradicts its total for so long is loaded again, but not more often than this. A count may tell of a
 * change before its answer or event does; loading at once would take away rows that one has just judged.
 */
const contradictionMs = 3_000;
const repairEveryMs = 10_000;

export function createListWindow(filterGiven: BugFilter, parts: WindowParts): KeptWindow {
  const { api, clock, notifier, entities, tallies, context, projects, pages } = parts;
  const { first: firstPage, later: laterPage, ahead } = pages;
  const filter = canonical(filterGiven);
  const matcher = createMatcher(filter, context);
  const tally = tallies.of(filter);
  const rows = createWindowRows({ ...parts, filter, matcher, onChange: changed });
  const { list, waiting } = rows;
  const listeners = createEmitter();

  let version = 0;
  let status: ListWindow['status'] = 'loading';
  let problem: Problem | undefined;
  let view = { from: 0, to: firstPage };
  let request: { from: number; to: number; abort: AbortController } | undefined;
  let rest: (() => void) | undefined;
  /** The list is to be emptied when the next page comes. */
  let isOutdated = true;
  let isClosed = false;
  let callOffRepair: (() => void) | undefined;
  let repairedAt = Number.NEGATIVE_INFINITY;
  let contradictedAt: number | undefined;
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
    const offset = Math.max(0, isAnew ? from : from - rows.drift);
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
      if (isAnew) {
        isOutdated = false;
        rows.begin();
      } else if (isOutdated || (after !== undefined && list.indexOf(after) < 0)) {
        // A list of another beginning has come in the meantime: these rows have no place in it.
        return;
      }
      rows.put(answer.data, range, after === undefined ? offset + rows.drift : from);
      for (const [id, at] of enteredMeanwhile) if (at > askedAt) rows.enter(id);
      ready(answer.data, askedAt);
    });
    if (isAnew) tellCaughtUp();
    repair();
    if (underway === 0) enteredMeanwhile.clear();
    return answer;
  }

  function ready({ items, total, total_capped }: Page, askedAt: number): void {
    tally.take({ total, isCapped: total_capped ?? false }, askedAt);
    status = 'ready';
    problem = undefined;
    // One has looked beyond the end.
    if (items.length === 0 && total > 0 && view.from >= total)
      view = { from: Math.max(0, total - firstPage), to: total };
    const margin = mostLoaded / 4;
    if (list.loaded > mostLoaded)
      rows.keepNear({ from: view.from - margin, to: view.to + margin }, firstPage);
  }

  function settle(): void {
    const { settled } = tally;
    rows.settle(settled?.isCapped ? undefined : settled?.total);
  }

  function tellCaughtUp(): void {
    for (const tell of caughtUp.splice(0)) tell();
  }

  /**
   * When everything is counted, the list must be as long as that says. What cannot be put right at its unknown end has happened
   * without an event: then it is read anew.
   */
  function repair() {
    const { settled } = tally;
    if (isOutdated || status !== 'ready' || !tally.isExact || !settled || settled.isCapped) return;
    const wanted = rows.lengthFor(settled.total);
    if (list.length === wanted) {
      contradictedAt = undefined;
      return;
    }
    if (list.setEnd(wanted)) {
      notifier.transaction(changed);
      return load();
    }
    if (list.hasHoles) return;
    contradictedAt ??= clock.now();
    const waitMs = Math.max(contradictedAt + contradictionMs, repairedAt + repairEveryMs) - clock.now();
    callOffRepair?.();
    callOffRepair = waitMs > 0 ? clock.after(waitMs, repair) : undefined;
    if (waitMs > 0) return;
    repairedAt = clock.now();
    contradictedAt = undefined;
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
    isStale: rows.isStale,
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
    move(transition) {
      const { id, after } = transition;
      if (underway > 0 && after && matcher(after)) enteredMeanwhile.set(id, tallies.now());
      rows.move(transition);
    },
    overlayChanged(id) {
      if (list.indexOf(id) >= 0) changed();
    },
    startAfresh() {
      isOutdated = true;
      request?.abort.abort();
      request = undefined;
      rows.stop();
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
      rows.stop();
      leaveTally?.();
    },
  };
  return self;
}
