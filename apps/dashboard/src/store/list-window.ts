import type { Api, Page } from './api.ts';
import type { Clock } from './clock.ts';
import type { Entities, Transition } from './entities.ts';
import { canonical } from './filter-key.ts';
import { createMatcher, type MatchContext } from './match.ts';
import { createEmitter, type Notifier } from './notifier.ts';
import type { Overlay } from './overlay.ts';
import type { PageSizes } from './page-sizes.ts';
import type { Projects } from './projects.ts';
import type { Tallies } from './tallies.ts';
import type { BugFilter, ListWindow, Problem } from './types.ts';
import { createWindowPages } from './window-pages.ts';
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
  /** Learns what became of bugs that are shown and no longer listed. */
  onMissing(ids: number[]): void;
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
  /** Events have been missed: what is shown is compared as soon as somebody looks. Settles when what is looked at has been. */
  startAfresh(): Promise<void>;
  close(): void;
}

/** Rows that are kept; beyond, those far from where one looks are dropped. */
const mostLoaded = 4_000;
/** A list whose length contradicts its total is read again, but not more often than this. */
const repairEveryMs = 10_000;

export function createListWindow(filterGiven: BugFilter, parts: WindowParts): KeptWindow {
  const { clock, notifier, tallies, context } = parts;
  const { first: firstPage } = parts.pages;
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
  let callOffRepair: (() => void) | undefined;
  let repairedAt = Number.NEGATIVE_INFINITY;
  let leaveTally: (() => void) | undefined;

  const pages = createWindowPages({
    ...parts,
    filter,
    matcher,
    rows,
    view: () => view,
    isWatched: () => listeners.size > 0,
    isWanted: () => status !== 'ready',
    onPage: ready,
    afterPage: repair,
    onFailure(reason) {
      status = status === 'ready' ? 'ready' : 'failed';
      problem = reason;
      notifier.transaction(changed);
    },
  });

  function changed(): void {
    version++;
    notifier.atTheEnd(tell);
  }
  const tell = () => listeners.emit();

  function ready({ items, total, total_capped = false }: Page, askedAt: number): void {
    tally.take({ total, isCapped: total_capped }, askedAt);
    if (listeners.size > 0) watchTally();
    status = 'ready';
    problem = undefined;
    // One has looked beyond the end.
    if (items.length === 0 && total > 0 && view.from >= total)
      view = { from: Math.max(0, total - firstPage), to: total };
    const margin = mostLoaded / 4;
    if (list.loaded > mostLoaded)
      rows.keepNear({ from: view.from - margin, to: view.to + margin }, firstPage);
  }

  function watchTally(): void {
    leaveTally ??= tally.subscribe(() => {
      notifier.transaction(changed);
      repair();
    });
  }

  function settle(): void {
    const { settled } = tally;
    rows.settle(settled?.isCapped ? undefined : settled?.total);
  }

  /**
   * When everything is counted, the list must be as long as that says. What cannot be put right at its unknown end has happened
   * without an event, or the count has overtaken the answer that explains it: then what is shown is compared with the
   * service's list once more.
   */
  function repair() {
    const { settled } = tally;
    if (!pages.isCertain || status !== 'ready' || !tally.isExact || !settled || settled.isCapped) return;
    const wanted = rows.lengthFor(settled.total);
    if (list.length === wanted) return;
    if (list.setEnd(wanted)) {
      notifier.transaction(changed);
      return pages.load();
    }
    if (list.hasHoles) return;
    const waitMs = repairedAt + repairEveryMs - clock.now();
    callOffRepair?.();
    callOffRepair = waitMs > 0 ? clock.after(waitMs, repair) : undefined;
    if (waitMs > 0) return;
    repairedAt = clock.now();
    void pages.doubt();
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
      pages.load();
    },
    async idsBetween(from, to) {
      await pages.fill(from, to);
      const ids: number[] = [];
      for (let index = Math.max(0, from); index < Math.min(to, list.length); index++) {
        const id = list.idAt(index);
        if (id !== undefined) ids.push(id);
      }
      return ids;
    },
    showNew() {
      notifier.transaction(settle);
      pages.load();
    },
    reload() {
      if (status === 'failed') {
        status = 'loading';
        notifier.transaction(changed);
      }
      void pages.doubt();
      pages.load();
    },
    subscribe(listener) {
      const isFirst = listeners.size === 0;
      const leave = listeners.subscribe(listener);
      if (isFirst) {
        // Before the first page has come, a number says nothing of rows, not even that they will come; and the page brings it.
        if (status === 'ready') {
          watchTally();
          notifier.transaction(settle);
        }
      }
      pages.load();
      let isGone = false;
      return () => {
        if (isGone) return;
        isGone = true;
        leave();
        if (listeners.size > 0) return;
        leaveTally?.();
        leaveTally = undefined;
        pages.letGo();
      };
    },
    move(transition) {
      pages.move(transition);
      rows.move(transition);
    },
    overlayChanged(id) {
      if (list.indexOf(id) >= 0) changed();
    },
    startAfresh: pages.doubt,
    close() {
      pages.close();
      callOffRepair?.();
      rows.stop();
      leaveTally?.();
    },
  };
  return self;
}
