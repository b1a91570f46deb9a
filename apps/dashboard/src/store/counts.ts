import type { Api } from './api.ts';
import type { Clock } from './clock.ts';
import { canonical, filterKey, withoutSort } from './filter.ts';
import { createEmitter, type Notifier } from './notifier.ts';
import type { BugFilter, Count } from './types.ts';

interface Options {
  api: Api;
  clock: Clock;
  notifier: Notifier;
}

const filtersAtOnce = 50;
/** What happens together is counted together. */
const debounceMs = 150;
const pauseMs = 1_000;
const pauseAfterFailureMs = 10_000;
/** Those that nobody looks at are remembered up to this number. */
const mostKept = 200;

/** How many bugs match one filter: the newest number that the service has said. */
export class FilterCount {
  readonly filter: BugFilter;
  count: Count | undefined;
  /** When something last happened that may alter it, and when the number was asked for. */
  doubtedAt = 0;
  askedAt = -1;
  isRefused = false;
  readonly listeners = createEmitter();
  readonly #schedule: () => void;

  constructor(filter: BugFilter, schedule: () => void) {
    this.filter = canonical(filter);
    this.#schedule = schedule;
  }

  get isDue(): boolean {
    return this.listeners.size > 0 && !this.isRefused && (!this.count || this.doubtedAt > this.askedAt);
  }

  /** Takes a number that another answer has brought. `askedAt` is what `counts.now()` said before it was asked for. */
  take({ total, isCapped }: Count, askedAt: number): void {
    if (askedAt < this.askedAt) return;
    this.askedAt = askedAt;
    if (this.count?.total === total && this.count.isCapped === isCapped) return;
    this.count = { total, isCapped };
    this.listeners.emit();
  }

  /** It is kept up to date for as long as somebody listens. */
  subscribe(listener: () => void): () => void {
    const leave = this.listeners.subscribe(listener);
    this.#schedule();
    return leave;
  }
}

/** The totals of lists and the counts of the sidebar. After events, all that are looked at are counted again in one request. */
export class Counts {
  readonly #options: Options;
  readonly #all = new Map<string, FilterCount>();
  readonly #closing = new AbortController();
  #time = 0;
  #isAsking = false;
  #nextAt = 0;
  /** Smaller after a refusal, so that one bad filter, such as a deleted label's, does not take the others with it. */
  #atOnce = filtersAtOnce;
  #callOff: (() => void) | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  of(given: BugFilter): FilterCount {
    const filter = withoutSort(given);
    const key = filterKey(filter);
    const known = this.#all.get(key) ?? new FilterCount(filter, this.#schedule);
    this.#all.set(key, known);
    for (const [other, { listeners }] of this.#all)
      if (this.#all.size > mostKept && other !== key && listeners.size === 0) this.#all.delete(other);
    return known;
  }

  /** Something has happened, and it is not known what it does to the numbers. */
  doubt(): void {
    const now = this.now();
    for (const each of this.#all.values()) each.doubtedAt = now;
    this.#options.notifier.atTheEnd(this.#schedule);
  }

  /** Everything is counted again, also what the service has refused to count. */
  startAfresh(): void {
    for (const each of this.#all.values()) each.isRefused = false;
    this.doubt();
  }

  /** A number that grows with everything that happens. */
  now(): number {
    return ++this.#time;
  }

  close(): void {
    this.#closing.abort();
    this.#callOff?.();
  }

  readonly #schedule = (): void => {
    if (this.#isAsking || this.#closing.signal.aborted) return;
    this.#callOff?.();
    this.#callOff = undefined;
    const due = [...this.#all.values()].filter(({ isDue }) => isDue);
    if (due.length === 0) return;
    const { clock } = this.#options;
    const isNew = due.some(({ count }) => !count) && this.#atOnce > 1;
    const waitMs = isNew ? 0 : Math.max(debounceMs, this.#nextAt - clock.now());
    this.#callOff = clock.after(waitMs, () => void this.#ask());
  };

  async #ask(): Promise<void> {
    const { api, clock, notifier } = this.#options;
    this.#callOff = undefined;
    const due = [...this.#all.values()].filter(({ isDue }) => isDue).slice(0, this.#atOnce);
    if (due.length === 0) return;
    this.#isAsking = true;
    this.#nextAt = clock.now() + pauseMs;
    const askedAt = this.now();
    const filters = due.map(({ filter }) => filter);
    const answer = await api.counts(filters, this.#closing.signal);
    this.#isAsking = false;
    if (this.#closing.signal.aborted) return;
    notifier.transaction(() => {
      if (answer.ok) {
        this.#atOnce = filtersAtOnce;
        for (const [nth, { total, total_capped: isCapped = false }] of answer.data.entries())
          due[nth]?.take({ total, isCapped }, askedAt);
      } else if ([404, 422].includes(answer.problem.status)) {
        for (const each of due) each.isRefused = due.length === 1;
        this.#atOnce = 1;
        this.#nextAt = 0;
      } else this.#nextAt = clock.now() + pauseAfterFailureMs;
    });
    this.#schedule();
  }
}
