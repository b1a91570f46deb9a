import type { Api, Page, PageRange, PageSizes } from './api.ts';
import type { Clock } from './clock.ts';
import type { Counts, FilterCount } from './counts.ts';
import type { Entities, Transition } from './entities.ts';
import { canonical, createMatcher, isSearch, type MatchContext, type Matcher } from './filter.ts';
import { createEmitter, type Notifier } from './notifier.ts';
import type { Overlay } from './overlay.ts';
import type { BugFilter, ListWindow, Problem } from './types.ts';

export interface ListParts {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
  overlay: Overlay;
  counts: Counts;
  context: MatchContext;
  pages: PageSizes;
  /** Learns what became of bugs that are shown and no longer listed. */
  onMissing(ids: number[]): void;
}

/** The beginning of the list as the service has it. */
interface Reading {
  ids: ReadonlySet<number>;
  last: number;
  /** Where the next page begins; null after the last. */
  cursor: string | null;
}

/** After events, the first page is read again at most so often. */
const pauseMs = 1_000;
/** A report can be searched within this time. */
const indexedWithinMs = 3_000;
const retryMs = 5_000;

/**
 * A list, read page by page by cursor. Nothing that arrives moves a row: after events the first page is read again, and bugs
 * that are new on it wait until `showNew`.
 */
export class BugList implements ListWindow {
  readonly filter: BugFilter;
  version = 0;
  status: ListWindow['status'] = 'loading';
  problem: Problem | undefined;
  readonly #parts: ListParts;
  readonly #matcher: Matcher;
  readonly #count: FilterCount;
  readonly #listeners = createEmitter();
  readonly #closing = new AbortController();
  #ids: readonly number[] = [];
  #places = new Map<number, number>();
  #cursor: string | null | undefined;
  /** How many rows are to be loaded. */
  #wanted: number;
  #fresh: Reading | undefined;
  /** Shown, and no longer listed by the service, although nobody has said why yet. */
  readonly #missing = new Set<number>();
  /** The rows may not be those that the service would list now. */
  #isDoubtful = false;
  /** Bugs that have changed since the list was last asked for again. */
  #moved = new Set<number>();
  #isTaking = false;
  #loading: Promise<void> | undefined;
  #readings: Promise<void> = Promise.resolve();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #callOffLook: (() => void) | undefined;
  #callOffRetry: (() => void) | undefined;
  #leaveCount: (() => void) | undefined;

  constructor(filter: BugFilter, parts: ListParts) {
    this.filter = canonical(filter);
    this.#parts = parts;
    this.#matcher = createMatcher(this.filter, parts.context);
    this.#count = parts.counts.of(this.filter);
    this.#wanted = parts.pages.first;
  }

  get total(): number {
    return this.#count.count?.total ?? 0;
  }

  get capped(): boolean {
    return this.#count.count?.isCapped ?? false;
  }

  get length(): number {
    // Where there is more, a row that is loading says so.
    return this.#cursor ? this.#ids.length + 1 : this.#ids.length;
  }

  get newCount(): number {
    return this.#newIds().length;
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  idAt(index: number): number | undefined {
    return this.#ids[index];
  }

  indexOf(id: number): number {
    return this.#places.get(id) ?? -1;
  }

  /** Every id that it shows or lets wait. */
  ids(): Iterable<number> {
    return [...this.#ids, ...this.#newIds()];
  }

  isStale(id: number): boolean {
    const { entities, overlay } = this.#parts;
    const item = entities.isDeleted(id) ? undefined : entities.get(id)?.item;
    if (!item || overlay.isDeleting(id) || !this.#matcher(overlay.view(item))) return true;
    // Somebody who has just put it back does not wait for the service to list it.
    return this.#missing.has(id) && !overlay.has(id);
  }

  ensure(from: number, to: number): void {
    const { first, ahead } = this.#parts.pages;
    this.#wanted = Math.max(first, from > 0 ? to + ahead : to);
    if (this.status === 'failed') this.status = 'loading';
    void this.#load();
  }

  async idsBetween(from: number, to: number): Promise<number[]> {
    this.#wanted = Math.max(this.#wanted, to);
    await this.#load();
    return this.#ids.slice(Math.max(0, from), to);
  }

  showNew(): void {
    this.#wanted = this.#parts.pages.first;
    this.#parts.notifier.transaction(() => {
      if (this.#fresh) this.#show(this.#fresh);
      else this.#dropStale();
    });
    if (this.#isDoubtful && this.isWatched) void this.#check();
    void this.#load();
  }

  reload(): void {
    this.status = 'loading';
    this.#parts.notifier.transaction(() => this.#changed());
    void this.#renew();
  }

  subscribe(listener: () => void): () => void {
    const isFirst = !this.isWatched;
    const leave = this.#listeners.subscribe(listener);
    if (isFirst && this.status === 'ready') this.#enter();
    void this.#load();
    return () => {
      leave();
      if (this.isWatched) return;
      this.#leaveCount?.();
      this.#leaveCount = undefined;
    };
  }

  /** A bug has moved on. */
  move({ id, before, after }: Transition): void {
    if (this.#isTaking) return;
    this.#moved.add(id);
    const wasMissing = this.#missing.delete(id);
    const [did, does] = [before, after].map((item) => item !== undefined && this.#matcher(item));
    const isMoving = did !== does || (does && !this.#isById);
    if (isMoving) this.#isDoubtful = true;
    if (this.#places.has(id) || !does) {
      if (isMoving || wasMissing || !after) this.#changed();
    } else if (isMoving) this.#lookSoon();
  }

  /** A pending change has been laid on a bug, or lifted. */
  overlayChanged(id: number): void {
    if (this.#places.has(id)) this.#changed();
  }

  /** Events have been missed. Settles when what is looked at has been compared with the service's list. */
  async startAfresh(): Promise<void> {
    this.#isDoubtful = true;
    if (!this.isWatched) return;
    await this.#load();
    if (this.#cursor !== undefined) await this.#check();
  }

  close(): void {
    this.#closing.abort();
    this.#callOffLook?.();
    this.#callOffRetry?.();
    this.#leaveCount?.();
  }

  /** In an order in which a bug never changes its place. */
  get #isById(): boolean {
    return ['newest', 'oldest'].includes(this.filter.sort ?? 'newest');
  }

  #newIds(): number[] {
    const ids = [...(this.#fresh?.ids ?? [])];
    const lastShown = ids.findLastIndex((id) => this.#places.has(id));
    // What comes after the last row is not new, but not loaded yet.
    const end = this.#cursor === null || lastShown < 0 ? ids.length : lastShown;
    return ids.slice(0, end).filter((id) => !this.#places.has(id) && !this.isStale(id));
  }

  #changed(): void {
    this.version++;
    this.#parts.notifier.atTheEnd(this.#tell);
  }

  readonly #tell = () => this.#listeners.emit();

  #setIds(ids: readonly number[]): void {
    this.#ids = ids;
    this.#places = new Map(ids.map((id, place) => [id, place]));
    this.#changed();
  }

  #dropStale(): void {
    const kept = this.#ids.filter((id) => !this.isStale(id));
    if (kept.length < this.#ids.length) this.#setIds(kept);
  }

  /** One comes back to it: what no longer matches goes, and what has happened meanwhile is looked for. */
  #enter(): void {
    this.#watchCount();
    this.#parts.notifier.transaction(() => this.#dropStale());
    if (this.#isDoubtful) void this.#renew();
  }

  #watchCount(): void {
    this.#leaveCount ??= this.#count.subscribe(() => this.#parts.notifier.transaction(() => this.#changed()));
  }

  /** Loads on until there is what one looks at. */
  async #load(): Promise<void> {
    if (this.#lacksRows) this.#loading ??= this.#loadPages();
    await this.#loading;
  }

  get #lacksRows(): boolean {
    return this.#cursor !== null && this.#ids.length < this.#wanted;
  }

  async #loadPages(): Promise<void> {
    while (this.#lacksRows) {
      const from = this.#cursor ?? undefined;
      const page = await this.#fetchPage(from);
      if (!page) break;
      // The list was shown anew meanwhile.
      if (this.#cursor !== from) continue;
      this.#append(page);
      if (from === undefined && this.#isDoubtful) this.#lookSoon();
    }
    this.#loading = undefined;
  }

  #append({ items, next_cursor }: Page): void {
    this.#parts.notifier.transaction(() => {
      this.#cursor = next_cursor;
      this.#ready();
      const more = items.map(({ id }) => id).filter((id) => !this.#places.has(id));
      this.#setIds([...this.#ids, ...more]);
    });
  }

  /** Fetches a page and takes its bugs in; undefined when it did not come. */
  async #fetchPage(cursor: string | undefined): Promise<Page | undefined> {
    const { api, counts, entities, notifier, pages } = this.#parts;
    const askedAt = counts.now();
    const range: PageRange =
      cursor === undefined ? { limit: pages.first, offset: 0 } : { limit: pages.later, cursor };
    const answer = await api.list(this.filter, range, this.#closing.signal);
    if (this.#closing.signal.aborted) return undefined;
    if (!answer.ok) {
      this.#fail(answer.problem);
      return undefined;
    }
    const { items, total, total_capped: isCapped = false } = answer.data;
    this.#isTaking = true;
    notifier.transaction(() => {
      for (const item of items) entities.take(item);
      this.#count.take({ total, isCapped }, askedAt);
    });
    this.#isTaking = false;
    return answer.data;
  }

  #ready(): void {
    this.status = 'ready';
    this.problem = undefined;
    if (this.isWatched) this.#watchCount();
  }

  #fail(problem: Problem): void {
    if (this.status !== 'ready') this.status = 'failed';
    this.problem = problem;
    this.#parts.notifier.transaction(() => this.#changed());
    const isForGood = problem.status >= 400 && problem.status < 500 && problem.status !== 429;
    this.#callOffRetry?.();
    if (!isForGood) this.#callOffRetry = this.#parts.clock.after(retryMs, () => this.#retry());
  }

  #retry(): void {
    if (this.#isDoubtful && this.isWatched && this.status === 'ready') void this.#check();
    void this.#load();
  }

  #lookSoon(): void {
    this.#isDoubtful = true;
    if (!this.isWatched || this.status !== 'ready' || this.#callOffLook) return;
    const { clock } = this.#parts;
    const waitMs = isSearch(this.filter) ? indexedWithinMs : this.#lookedAt + pauseMs - clock.now();
    this.#callOffLook = clock.after(Math.max(0, waitMs), () => {
      this.#callOffLook = undefined;
      this.#lookedAt = clock.now();
      void this.#readAgain(1, (fresh, moved) => this.#compare(fresh, moved));
    });
  }

  /** What is shown is what the service lists now. */
  #renew(): Promise<void> {
    return this.#readAgain(this.#wanted, (fresh) => this.#show(fresh));
  }

  /** What is shown stays, and is put right as far as one looks. */
  #check(): Promise<void> {
    return this.#readAgain(this.#wanted, (fresh, moved) => {
      this.#compare(fresh, moved);
      this.#cut(fresh);
    });
  }

  /** Reads so many rows again, one reading after the other. `moved` are bugs that have changed meanwhile. */
  #readAgain(rows: number, take: (fresh: Reading, moved: ReadonlySet<number>) => void): Promise<void> {
    this.#readings = this.#readings.then(async () => {
      if (this.#closing.signal.aborted) return;
      const moved = new Set<number>();
      this.#moved = moved;
      this.#isDoubtful = false;
      const fresh = await this.#readFromTop(rows);
      if (!fresh) {
        this.#isDoubtful = true;
        return;
      }
      this.#parts.notifier.transaction(() => {
        this.#ready();
        take(fresh, moved);
      });
      void this.#load();
    });
    return this.#readings;
  }

  async #readFromTop(rows: number): Promise<Reading | undefined> {
    const ids = new Set<number>();
    let last = 0;
    let cursor: string | null | undefined;
    while (cursor === undefined || (cursor !== null && ids.size < rows)) {
      const page: Page | undefined = await this.#fetchPage(cursor);
      if (!page) return undefined;
      for (const { id } of page.items) ids.add(id);
      last = page.items.at(-1)?.id ?? last;
      cursor = page.next_cursor;
    }
    return { ids, last, cursor };
  }

  #show({ ids, cursor }: Reading): void {
    this.#fresh = undefined;
    this.#missing.clear();
    this.#cursor = cursor;
    this.#setIds([...ids].filter((id) => !this.isStale(id)));
  }

  /** Rows stay where they are, dimmed when the service no longer lists them. */
  #compare(fresh: Reading, moved: ReadonlySet<number>): void {
    this.#fresh = fresh;
    const lacked = this.#ids.filter((id) => !fresh.ids.has(id));
    for (const id of fresh.ids) this.#missing.delete(id);
    const gone = lacked.filter((id) => this.#isCovered(id, fresh) && !moved.has(id) && !this.isStale(id));
    for (const id of gone) this.#missing.add(id);
    if (gone.length > 0) this.#parts.onMissing(gone);
    if (!lacked.every((id) => this.#isCovered(id, fresh))) this.#isDoubtful = true;
    this.#changed();
  }

  /** Whether a bug would be in a reading if it were listed. */
  #isCovered(id: number, { last, cursor }: Reading): boolean {
    return cursor === null || (this.#isById && (this.filter.sort === 'oldest' ? id <= last : id >= last));
  }

  /** Forgets rows below what was read, which may have changed unseen: they are loaded again when one gets there. */
  #cut(fresh: Reading): void {
    const kept = this.#ids.filter((id, index) => index < this.#wanted || fresh.ids.has(id));
    if (kept.length === this.#ids.length || !kept.every((id) => this.#isCovered(id, fresh))) return;
    this.#cursor = fresh.cursor;
    this.#setIds(kept);
  }
}
