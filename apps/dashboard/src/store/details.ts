import type { Api } from './api.ts';
import type { Clock } from './clock.ts';
import type { Entities } from './entities.ts';
import type { Notifier } from './notifier.ts';
import type { Bug, BugItem, BugTexts, DetailState, Problem } from './types.ts';

interface Options {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
}

/** Addresses of images hold for a quarter of an hour. */
const freshMs = 10 * 60_000;
const retryMs = 5_000;
/** So many are kept although nobody looks at them. */
const mostKept = 50;

const unknown: DetailState = { status: 'unknown' };
const loading: DetailState = { status: 'loading' };
const ready: DetailState = { status: 'ready' };
const gone: DetailState = { status: 'gone' };

/** Full bugs: fetched when one opens them, kept as long as memory allows. */
export class Details {
  readonly #options: Options;
  /** In the order in which they were last opened: the oldest is dropped first. */
  readonly #fetchedAt = new Map<number, number>();
  readonly #requests = new Map<number, AbortController>();
  readonly #failures = new Map<number, DetailState>();
  readonly #retries = new Set<() => void>();
  readonly #joined = new Map<number, { view: BugItem; texts: BugTexts; bug: Bug }>();

  constructor(options: Options) {
    this.#options = options;
  }

  open(id: number, { isPrefetch = false } = {}): void {
    const { entities, clock, notifier } = this.#options;
    if (entities.isDeleted(id) || this.#requests.has(id)) return;
    const at = this.#fetchedAt.get(id);
    const isFresh = at !== undefined && clock.now() - at < freshMs && this.#textsOf(id) !== undefined;
    if (isFresh) {
      if (!isPrefetch) this.#keep(id, at);
      return;
    }
    void this.#fetch(id);
    notifier.transaction(() => notifier.touch(id));
  }

  state(id: number): DetailState {
    if (this.#options.entities.isDeleted(id)) return gone;
    if (this.#textsOf(id)) return ready;
    if (this.#requests.has(id)) return loading;
    return this.#failures.get(id) ?? unknown;
  }

  /** The full bug, from its item as it is shown. */
  read(view: BugItem, texts: BugTexts): Bug {
    const known = this.#joined.get(view.id);
    if (known?.view === view && known.texts === texts) return known.bug;
    const bug = { ...view, ...texts };
    this.#joined.set(view.id, { view, texts, bug });
    return bug;
  }

  /** Fetches what is looked at again, and drops the rest. */
  refresh(ids: readonly number[] = [...this.#fetchedAt.keys(), ...this.#requests.keys()]): void {
    for (const id of new Set(ids)) {
      const request = this.#requests.get(id);
      if (!this.#fetchedAt.has(id) && !request) continue;
      // An answer that is on its way may have been read before.
      if (request || this.#options.notifier.isWatched(id)) {
        request?.abort();
        void this.#fetch(id);
      } else this.#drop(id);
    }
  }

  has(id: number): boolean {
    return this.#fetchedAt.has(id);
  }

  /** Those that others are duplicates of. */
  withDuplicates(): number[] {
    const all = [...this.#fetchedAt.keys(), ...this.#requests.keys()];
    return all.filter((id) => this.#textsOf(id)?.duplicate_count !== 0);
  }

  close(): void {
    for (const abort of this.#requests.values()) abort.abort();
    this.#requests.clear();
    for (const callOff of this.#retries) callOff();
  }

  #textsOf(id: number): BugTexts | undefined {
    return this.#options.entities.get(id)?.texts;
  }

  async #fetch(id: number): Promise<void> {
    const { api, notifier, entities, clock } = this.#options;
    const abort = new AbortController();
    this.#requests.set(id, abort);
    this.#failures.delete(id);
    const answer = await api.bug(id, abort.signal);
    if (this.#requests.get(id) !== abort) return;
    this.#requests.delete(id);
    if (abort.signal.aborted) return;
    notifier.transaction(() => {
      notifier.touch(id);
      if (answer.ok) {
        entities.take(answer.data.item);
        entities.takeTexts(id, answer.data.texts);
        this.#keep(id, clock.now());
        this.#dropOldest();
      } else if (answer.problem.status === 404) entities.remove(id);
      else this.#fail(id, answer.problem);
    });
  }

  /** What somebody looks at is tried again by itself. */
  #fail(id: number, problem: Problem): void {
    this.#failures.set(id, { status: 'failed', problem });
    const callOff = this.#options.clock.after(retryMs, () => {
      this.#retries.delete(callOff);
      const isWanted = this.#options.notifier.isWatched(id) && this.#failures.has(id);
      if (isWanted && !this.#requests.has(id)) void this.#fetch(id);
    });
    this.#retries.add(callOff);
  }

  #keep(id: number, fetchedAt: number): void {
    this.#fetchedAt.delete(id);
    this.#fetchedAt.set(id, fetchedAt);
  }

  #drop(id: number): void {
    this.#fetchedAt.delete(id);
    this.#joined.delete(id);
    delete this.#options.entities.get(id)?.texts;
  }

  #dropOldest(): void {
    for (const id of [...this.#fetchedAt.keys()]) {
      if (this.#fetchedAt.size <= mostKept) return;
      if (!this.#options.notifier.isWatched(id)) this.#drop(id);
    }
  }
}
