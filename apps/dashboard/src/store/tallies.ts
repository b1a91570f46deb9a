import type { Api } from './api.ts';
import type { Clock } from './clock.ts';
import type { Entities, Transition } from './entities.ts';
import { canonical, filterKey, withoutSort } from './filter-key.ts';
import { createMatcher, isSearch, type MatchContext, type Matcher } from './match.ts';
import { createEmitter, type Emitter, type Notifier } from './notifier.ts';
import type { Overlay } from './overlay.ts';
import type { BugFilter, BugItem, Count } from './types.ts';

/** How many bugs match one filter. */
export interface Tally {
  readonly filter: BugFilter;
  /** The newest number, pending changes included; undefined until one has come. */
  readonly count: Count | undefined;
  /** What the server says, as far as it is known. */
  readonly settled: Count | undefined;
  /** Nothing has happened since the number was counted. */
  readonly isExact: boolean;
  /** Takes a number that another answer has brought. `askedAt` is what `tallies.now()` said before it was asked for. */
  take(count: Count, askedAt: number): void;
  /** It is kept up to date for as long as somebody listens. */
  subscribe(listener: () => void): () => void;
}

export interface Tallies {
  of(filter: BugFilter): Tally;
  /** A bug has moved on. One that was not known has not moved: only events tell that something is new. */
  move(transition: Transition): void;
  /** Something has happened, and it is not known what it does to the numbers: they are counted again. */
  doubt(): void;
  /** A number that grows with everything that happens. */
  now(): number;
  /** Tells those whose number a pending change alters. */
  overlayChanged(): void;
  close(): void;
}

interface Kept {
  filter: BugFilter;
  matcher: Matcher;
  listeners: Emitter<void>;
  base: Count | undefined;
  /** Bugs that have come in or gone out since the number was asked for, and when. */
  entered: Map<number, number>;
  left: Map<number, number>;
  /** When something last happened that may alter it, and when it was last counted. */
  doubtedAt: number;
  countedAt: number;
  isRefused: boolean;
  shown: Count | undefined;
  tally: Tally;
}

interface Pending {
  item: BugItem;
  /** Undefined when it is being deleted. */
  view: BugItem | undefined;
}

const filtersAtOnce = 50;
const pauseMs = 2_000;
const pauseAfterFailureMs = 10_000;
/** Those that nobody looks at are remembered up to this number. */
const mostKept = 200;

interface Options {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
  overlay: Overlay;
  context: MatchContext;
}

/**
 * Keeps the totals of windows and the counts of the sidebar, one number for each filter. What is seen to enter or leave is added
 * or taken off at once; then all numbers that may have changed are counted again in one request, one at a time.
 */
export function createTallies({ api, clock, notifier, entities, overlay, context }: Options): Tallies {
  const all = new Map<string, Kept>();
  const stale = new Set<Kept>();
  const closing = new AbortController();
  let time = 0;
  let isAsking = false;
  let nextAt = 0;
  let callOff: (() => void) | undefined;
  /** Smaller after a refusal, so that one bad filter, such as a deleted label's, does not take the others with it. */
  let atOnce = filtersAtOnce;

  const isDue = (kept: Kept) =>
    kept.listeners.size > 0 && !kept.isRefused && (!kept.base || kept.doubtedAt > kept.countedAt);

  function schedule(): void {
    if (isAsking || closing.signal.aborted) return;
    const due = [...all.values()].filter(isDue);
    callOff?.();
    callOff = undefined;
    if (due.length === 0) return;
    const isNew = due.some(({ base }) => !base);
    callOff = clock.after(Math.max(0, isNew && atOnce > 1 ? 0 : nextAt - clock.now()), () => void ask());
  }

  async function ask(): Promise<void> {
    callOff = undefined;
    const due = [...all.values()].filter(isDue).slice(0, atOnce);
    if (due.length === 0 || isAsking) return;
    isAsking = true;
    nextAt = clock.now() + pauseMs;
    const askedAt = time++;
    const answer = await api.counts(
      due.map(({ filter }) => filter),
      closing.signal,
    );
    isAsking = false;
    if (closing.signal.aborted) return;
    notifier.transaction(() => {
      if (answer.ok) {
        atOnce = Math.min(filtersAtOnce, atOnce * 2);
        for (const [index, { total, total_capped = false }] of answer.data.entries())
          take(due[index] as Kept, { total, isCapped: total_capped }, askedAt);
      } else if ([404, 422].includes(answer.problem.status)) {
        if (due.length === 1) for (const kept of due) kept.isRefused = true;
        else nextAt = clock.now();
        atOnce = Math.max(1, Math.floor(due.length / 2));
      } else nextAt = clock.now() + pauseAfterFailureMs;
    });
    schedule();
  }

  function take(kept: Kept, base: Count, askedAt: number): void {
    if (askedAt < kept.countedAt) return;
    kept.base = base;
    kept.countedAt = askedAt;
    for (const moved of [kept.entered, kept.left])
      for (const [id, at] of moved) if (at <= askedAt) moved.delete(id);
    refreshLater(kept);
  }

  /** Once at the end of a transaction: a bulk change of 500 bugs is summed up once, not 500 times. */
  function refreshLater(kept: Kept): void {
    stale.add(kept);
    notifier.atTheEnd(refreshStale);
  }

  function refreshStale(): void {
    const kept = [...stale];
    stale.clear();
    const pending = pendingChanges();
    for (const each of kept) refresh(each, pending);
  }

  function refresh(kept: Kept, pending: readonly Pending[]): void {
    const count = countOf(kept, pending);
    const { shown } = kept;
    if (shown?.total === count?.total && shown?.isCapped === count?.isCapped) return;
    kept.shown = count;
    kept.listeners.emit();
  }

  function settled({ base, entered, left }: Kept): Count | undefined {
    if (!base || base.isCapped) return base;
    return { total: Math.max(0, base.total + entered.size - left.size), isCapped: false };
  }

  function countOf(kept: Kept, pending: readonly Pending[]): Count | undefined {
    const count = settled(kept);
    if (!count || count.isCapped || isSearch(kept.filter)) return count;
    const { matcher } = kept;
    const more = pending.reduce(
      (sum, { item, view }) => sum + Number(view !== undefined && matcher(view)) - Number(matcher(item)),
      0,
    );
    return { ...count, total: Math.max(0, count.total + more) };
  }

  /** The bugs that something lies on, as they are and as they will be. */
  function pendingChanges(): Pending[] {
    return [...overlay.ids()].flatMap((id) => {
      const item = entities.isDeleted(id) ? undefined : entities.get(id)?.item;
      if (!item) return [];
      return [{ item, view: overlay.isDeleting(id) ? undefined : overlay.view(item) }];
    });
  }

  function moveOne(kept: Kept, { id, before, after }: Transition): void {
    if (!before || isSearch(kept.filter)) return;
    const [did, does] = [kept.matcher(before), after !== undefined && kept.matcher(after)];
    if (did === does) return;
    kept.doubtedAt = time;
    const [to, from] = does ? [kept.entered, kept.left] : [kept.left, kept.entered];
    if (!from.delete(id)) to.set(id, time);
    refreshLater(kept);
  }

  function forgetUnused(): void {
    for (const [key, { listeners }] of all) {
      if (all.size <= mostKept) return;
      if (listeners.size === 0) all.delete(key);
    }
  }

  function create(filter: BugFilter): Kept {
    const kept: Kept = {
      filter: canonical(filter),
      matcher: createMatcher(filter, context),
      listeners: createEmitter(),
      base: undefined,
      entered: new Map(),
      left: new Map(),
      doubtedAt: -1,
      countedAt: -1,
      isRefused: false,
      shown: undefined,
      tally: {
        get filter() {
          return kept.filter;
        },
        get count() {
          return kept.shown;
        },
        get settled() {
          return settled(kept);
        },
        get isExact() {
          return kept.base !== undefined && kept.doubtedAt <= kept.countedAt;
        },
        take(count, askedAt) {
          take(kept, count, askedAt);
          schedule();
        },
        subscribe(listener) {
          const leave = kept.listeners.subscribe(listener);
          schedule();
          return leave;
        },
      },
    };
    return kept;
  }

  return {
    of(given) {
      const filter = withoutSort(given);
      const key = filterKey(filter);
      const known = all.get(key);
      if (known) return known.tally;
      const kept = create(filter);
      all.set(key, kept);
      forgetUnused();
      return kept.tally;
    },
    move(transition) {
      time++;
      for (const kept of all.values()) moveOne(kept, transition);
      notifier.atTheEnd(schedule);
    },
    doubt() {
      time++;
      for (const kept of all.values()) {
        kept.doubtedAt = time;
        kept.isRefused = false;
      }
      notifier.atTheEnd(schedule);
    },
    now: () => time++,
    overlayChanged() {
      for (const kept of all.values()) refreshLater(kept);
    },
    close() {
      closing.abort();
      callOff?.();
    },
  };
}
