import type { Api } from './api.ts';
import type { Clock } from './clock.ts';
import type { Entities } from './entities.ts';
import type { Notifier } from './notifier.ts';
import type { Bug, BugItem, BugTexts, DetailState, Problem } from './types.ts';

/** Full bugs: fetched when one opens them, kept as long as memory allows. */
export interface Details {
  open(id: number, options?: { isPrefetch?: boolean }): void;
  state(id: number): DetailState;
  /** The full bug, from its item as it is shown. */
  read(view: BugItem, texts: BugTexts): Bug;
  /** Fetches what is looked at again, and drops the rest. */
  refresh(ids?: readonly number[]): void;
  has(id: number): boolean;
  /** Those that others are duplicates of. */
  withDuplicates(): number[];
  close(): void;
}

interface Options {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
}

/** Addresses of images hold for a quarter of an hour. */
const freshMs = 10 * 60_000;
const retryMs = 5_000;
/** Characters of texts that are kept, of two bytes each. */
const mostCharacters = 3_000_000;
const mostKept = 200;

const unknown: DetailState = { status: 'unknown' };
const loading: DetailState = { status: 'loading' };
const ready: DetailState = { status: 'ready' };
const gone: DetailState = { status: 'gone' };

export function createDetails({ api, clock, notifier, entities }: Options): Details {
  /** In the order in which they were last opened: the oldest is dropped first. */
  const fetchedAt = new Map<number, number>();
  const requests = new Map<number, AbortController>();
  const failures = new Map<number, DetailState>();
  const retries = new Set<() => void>();
  const joined = new Map<number, { view: BugItem; texts: BugTexts; bug: Bug }>();

  const textsOf = (id: number) => entities.get(id)?.texts;

  async function fetchBug(id: number): Promise<void> {
    const abort = new AbortController();
    requests.set(id, abort);
    failures.delete(id);
    const answer = await api.bug(id, abort.signal);
    if (requests.get(id) !== abort) return;
    requests.delete(id);
    if (abort.signal.aborted) return;
    notifier.transaction(() => {
      notifier.touch(id);
      if (answer.ok) {
        entities.take(answer.data.item);
        entities.takeTexts(id, answer.data.texts);
        fetchedAt.delete(id);
        fetchedAt.set(id, clock.now());
        dropOldest();
      } else if (answer.problem.status === 404) entities.remove(id);
      else fail(id, answer.problem);
    });
  }

  /** What somebody looks at is tried again by itself. */
  function fail(id: number, problem: Problem): void {
    failures.set(id, { status: 'failed', problem });
    const callOff = clock.after(retryMs, () => {
      retries.delete(callOff);
      if (notifier.isWatched(id) && !requests.has(id) && failures.has(id)) void fetchBug(id);
    });
    retries.add(callOff);
  }

  function drop(id: number): void {
    fetchedAt.delete(id);
    joined.delete(id);
    delete entities.get(id)?.texts;
  }

  function dropOldest(): void {
    const sizes = [...fetchedAt.keys()].map((id) => [id, sizeOf(textsOf(id))] as const);
    let sum = sizes.reduce((total, [, size]) => total + size, 0);
    for (const [id, size] of sizes) {
      if (sum <= mostCharacters && fetchedAt.size <= mostKept) return;
      if (notifier.isWatched(id)) continue;
      sum -= size;
      drop(id);
    }
  }

  return {
    open(id, { isPrefetch = false } = {}) {
      if (entities.isDeleted(id) || requests.has(id)) return;
      const at = fetchedAt.get(id);
      const isFresh = at !== undefined && clock.now() - at < freshMs && textsOf(id) !== undefined;
      if (isFresh) {
        if (isPrefetch) return;
        fetchedAt.delete(id);
        fetchedAt.set(id, at);
        return;
      }
      void fetchBug(id);
      notifier.transaction(() => notifier.touch(id));
    },
    state(id) {
      if (entities.isDeleted(id)) return gone;
      if (textsOf(id)) return ready;
      if (requests.has(id)) return loading;
      return failures.get(id) ?? unknown;
    },
    read(view, texts) {
      const known = joined.get(view.id);
      if (known?.view === view && known.texts === texts) return known.bug;
      const bug = { ...view, ...texts };
      joined.set(view.id, { view, texts, bug });
      return bug;
    },
    refresh(ids = [...fetchedAt.keys(), ...requests.keys()]) {
      for (const id of new Set(ids)) {
        const request = requests.get(id);
        if (!fetchedAt.has(id) && !request) continue;
        // An answer that is on its way may have been read before.
        if (request || notifier.isWatched(id)) {
          request?.abort();
          void fetchBug(id);
        } else drop(id);
      }
    },
    has: (id) => fetchedAt.has(id),
    withDuplicates: () =>
      [...fetchedAt.keys(), ...requests.keys()].filter((id) => textsOf(id)?.duplicate_count !== 0),
    close() {
      for (const abort of requests.values()) abort.abort();
      requests.clear();
      for (const callOff of retries) callOff();
    },
  };
}

const sizeOf = (texts: BugTexts | undefined) =>
  (texts?.description.length ?? 0) + (texts?.stack_trace?.length ?? 0) + (texts?.extra?.length ?? 0);
