import type { Severity, Status } from '@skep/vocabulary';
import {
  environmentManager,
  notifyManager,
  QueryClient,
  QueryObserver,
  timeoutManager,
} from '@tanstack/react-query';
import { expect } from 'vitest';
import { applyChange } from '../effects.ts';
import type { ListWindow } from '../list.ts';
import { Store } from '../store.ts';
import { readStream } from '../stream.ts';
import type { BugFilter, Change, Outcome } from '../types.ts';
import { createModelServer, type Edit, labels, me, people, teamOf } from './model-server.ts';
import { createNetwork } from './network.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

/** TanStack Query uses the clock of the most recent world. */
let time: VirtualClock | undefined;
timeoutManager.setTimeoutProvider<number>({
  setTimeout: (run, ms) => time?.after(ms, run) ?? 0,
  clearTimeout: (timer) => time?.callOff(timer),
  setInterval: (run, ms) => time?.every(ms, run) ?? 0,
  clearInterval: (timer) => time?.callOff(timer),
});
notifyManager.setScheduler((tell) => tell());
environmentManager.setIsServer(() => false);

export const filters: BugFilter[] = [
  {},
  { status: ['open'] },
  { status: ['resolved', 'closed'], severity: ['medium', 'high'] },
  { label_id: [1] },
  { assignee_id: 'me' },
  { team_id: 1, duplicate_of_id: 'none' },
  { search: 'needle' },
  { search: 'needle', status: ['open'] },
];

/** Drains the microtask queue: no promise chain in the store is longer than 60. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
}

/** A store, its model server and the network between them. */
export function createWorld(bugsAtFirst: number) {
  const clock = createVirtualClock();
  time = clock;
  const server = createModelServer();
  for (let seed = 0; seed <= bugsAtFirst; seed++) server.create(seed * 7);
  const network = createNetwork(server);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const store = new Store({
    api: network.api,
    clock,
    queries,
    me,
    pages: { first: 4, later: 3, ahead: 1 },
  });
  queries.setQueryData(
    ['projects'],
    [1, 2, 3].map((id) => ({ id, team_id: teamOf(id) })),
  );
  readStream({ clock, follow: network.follow, onNews: store.live.take, onRefused: () => {} });
  const outcomes: Outcome[] = [];
  /** Unconfirmed changes of the user, by bug and field. */
  const intents = new Map<string, { handle: number; id: number; change: Change }>();
  const watched = new Map<number, () => void>();
  /** Rows that each list showed last, since it was opened. */
  const shown = new Map<number, (number | undefined)[]>();
  /** End of each list's viewport. Rows below it may be removed. */
  const looked = new Map<number, number>();
  /** Lists that were opened again. Their rows may change until the next fetch. */
  const entered = new Set<number>();
  const opened = new Map<number, () => void>();
  let changesMade = 0;

  store.onOutcome((outcome) => {
    outcomes.push(outcome);
    for (const [key, { handle }] of intents) if (handle === outcome.handle) intents.delete(key);
  });
  const counts = new QueryObserver(queries, store.countsQuery(filters));
  counts.subscribe(() => {});

  const windowAt = (nth: number): ListWindow => store.window(filters[nth % filters.length] as BugFilter);
  const bugAt = (nth: number): number => 1 + (nth % highestId());
  const highestId = () => Math.max(...server.log.map(({ bug_id }) => bug_id));

  function change(ids: number[] | null, wanted: Change, filterNth = 0): void {
    const window = windowAt(filterNth);
    const target = ids
      ? { ids }
      : { filter: window.filter, except: [bugAt(filterNth)], expectedTotal: window.total };
    const handle = store.change(target, wanted);
    changesMade++;
    // A change by filter may affect any bug, so earlier intents for this field no longer hold.
    if (!ids) for (const key of intents.keys()) if (key.endsWith(` ${fieldOf(wanted)}`)) intents.delete(key);
    for (const id of ids ?? []) {
      if ('delete' in wanted || !store.item(id) || store.isDeleted(id)) continue;
      intents.set(`${id} ${fieldOf(wanted)}`, { handle, id, change: wanted });
    }
  }

  function undo(nth: number): void {
    const last = nth % 3 === 0 ? undefined : Math.max(1, changesMade - (nth % 3) + 1);
    if (!store.undo(last)) return;
    // The undo may restore any field, so no intent holds any more.
    intents.clear();
  }

  const world = {
    store,
    queries,
    counts,
    server,
    network,
    clock,
    outcomes,
    settled,
    windowAt,
    bugAt,
    change,
    changesMade: () => changesMade,
    undo,
    enter(nth: number): void {
      const key = nth % filters.length;
      entered.add(key);
      if (!watched.has(key))
        watched.set(
          key,
          windowAt(key).subscribe(() => {}),
        );
    },
    leave(nth: number): void {
      const key = nth % filters.length;
      watched.get(key)?.();
      watched.delete(key);
      shown.delete(key);
    },
    showNew(nth: number): void {
      windowAt(nth).showNew();
      shown.delete(nth % filters.length);
      looked.delete(nth % filters.length);
    },
    look(nth: number, from: number, to: number): void {
      windowAt(nth).ensure(from, to);
      looked.set(nth % filters.length, to);
      shown.delete(nth % filters.length);
    },
    open(id: number): void {
      if (!opened.has(id))
        opened.set(
          id,
          new QueryObserver(queries, {
            ...store.textsQuery(id),
            enabled: () => !store.isDeleted(id),
          }).subscribe(() => {}),
        );
    },

    /** Checks the invariants that hold at any time. */
    check(): void {
      for (const { id, change } of intents.values()) {
        const item = store.item(id);
        if (item && !store.isDeleted(id))
          expect(applyChange(change, item), `bug ${id} shows ${JSON.stringify(change)}`).toBe(item);
      }
      for (const key of watched.keys()) {
        const window = windowAt(key);
        const ids = rowsOf(window).filter((id) => id !== undefined);
        expect(ids, 'newest first').toEqual([...new Set(ids)].sort((a, b) => b - a));
        if (!network.requests.some(({ name }) => name === 'list')) entered.delete(key);
        if (entered.has(key)) shown.delete(key);
        else checkThatRowsStay(key);
      }
    },

    /** Delivers everything until the store is idle. */
    async calmDown(): Promise<void> {
      network.retry();
      for (let quietRounds = 0, round = 0; quietRounds < 12; round++) {
        if (round > 2_000)
          throw new Error(`It never calms down: ${network.requests.map(({ name }) => name)}`);
        network.connect();
        network.sendEvents(1_000);
        network.deliverEvents(1_000);
        const wasQuiet = network.isQuiet;
        while (network.requests.length > 0) {
          network.serve(0);
          network.deliver(0);
          await settled();
        }
        clock.frame();
        clock.advance(1_500);
        await settled();
        quietRounds = wasQuiet && network.isQuiet ? quietRounds + 1 : 0;
      }
    },

    /** Checks that the store shows the state of the server. */
    async checkEnd(): Promise<void> {
      await world.calmDown();
      for (const key of watched.keys()) {
        windowAt(key).ensure(0, 1_000);
        // The loaded rows may first have to be compared with the server.
        for (let round = 0; round < 2; round++) {
          await world.calmDown();
          windowAt(key).showNew();
        }
        windowAt(key).ensure(0, 1_000);
      }
      await world.calmDown();
      for (const key of watched.keys()) checkWindow(windowAt(key));
      expect(counts.getCurrentResult().data).toEqual(filters.map((filter) => server.count(filter)));
      for (const id of opened.keys()) {
        const item = server.bugs.get(id);
        expect(store.detail(id), `bug ${id} in full`).toEqual(item && { ...item, ...server.textsOf(id) });
      }
      for (let id = 1; id <= highestId(); id++)
        expect(store.isPending(id), `bug ${id} is pending`).toBe(false);
      expect(store.live.state).toBe('live');
    },
  };

  /** Until the list is left or `showNew` is called, no row disappears and none is inserted between others. */
  function checkThatRowsStay(key: number): void {
    const window = windowAt(key);
    const before = shown.get(key) ?? [];
    for (const [index, id] of before.entries()) {
      if (id === undefined) continue;
      const place = window.indexOf(id);
      expect(place, `row ${id} stays`).toBeGreaterThanOrEqual(0);
      const next = before[index + 1];
      if (next !== undefined) expect(window.idAt(place + 1), `row ${next} stays below ${id}`).toBe(next);
    }
    shown.set(key, rowsOf(window).slice(0, Math.max(4, looked.get(key) ?? 0)));
  }

  function checkWindow(window: ListWindow): void {
    const expected = server.found(window.filter);
    const name = JSON.stringify(window.filter);
    expect(rowsOf(window), name).toEqual(expected.map(({ id }) => id));
    expect({ total: window.total, newCount: window.newCount, status: window.status }, name).toEqual({
      total: server.count(window.filter).total,
      newCount: 0,
      status: 'ready',
    });
    expect(expected.map(({ id }) => store.item(id))).toEqual(expected);
    expect(expected.filter(({ id }) => window.isStale(id))).toEqual([]);
  }

  return world;
}

export type World = ReturnType<typeof createWorld>;

const rowsOf = (window: ListWindow) =>
  Array.from({ length: window.length }, (_, index) => window.idAt(index));

function fieldOf(change: Change): string {
  if ('add_label' in change) return `label ${change.add_label.id}`;
  if ('remove_label' in change) return `label ${change.remove_label.id}`;
  return Object.keys(change)[0] as string;
}

const someStatuses: Status[] = ['open', 'resolved', 'closed', 'spam'];
const someSeverities: Severity[] = ['medium', 'high'];
const nth = <T>(things: readonly T[], index: number) => things[index % things.length] as T;

/** Derives a change of the user from a seed. */
export function changeFrom(seed: number, other: number): Change {
  const rest = Math.floor(seed / 7);
  switch (seed % 7) {
    case 0:
    case 1:
      return { status: nth(someStatuses, rest) };
    case 2:
      return { severity: nth(someSeverities, rest) };
    case 3:
      return { assignee: nth([...people, null], rest) };
    case 4:
      return { add_label: nth(labels, rest) };
    case 5:
      return { remove_label: nth(labels, rest) };
    default:
      return { duplicate_of_id: rest % 3 === 0 ? null : other };
  }
}

/** Derives an edit of another person from a seed. */
export function editFrom(seed: number, other: number): Edit {
  const rest = Math.floor(seed / 8);
  switch (seed % 8) {
    case 0:
    case 1:
      return { patch: { status: nth(someStatuses, rest) } };
    case 2:
      return { patch: { severity: nth(someSeverities, rest) } };
    case 3:
      return { patch: { assignee_id: nth([1, 2, 3, null], rest) } };
    case 4:
      return { attach: nth(labels, rest).id };
    case 5:
      return { detach: nth(labels, rest).id };
    case 6:
      return rest % 2 ? { comment: true } : { delete: true };
    default:
      return { duplicate_of_id: rest % 2 ? null : other };
  }
}
