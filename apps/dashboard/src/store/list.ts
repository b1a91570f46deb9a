import type { Api, Page, PageRange, PageSizes } from './api.ts';
import type { Clock } from './clock.ts';
import type { Entities, Transition } from './entities.ts';
import { canonical, createMatcher, isSearch, type MatchContext, type Matcher } from './filter.ts';
import type { Notifier } from './notifier.ts';
import type { Overlay } from './overlay.ts';
import type { BugFilter, Problem } from './types.ts';

export interface ListParts {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
  overlay: Overlay;
  context: MatchContext;
  pages: PageSizes;
  /** Learns what became of bugs that are shown and no longer listed. */
  onMissing(ids: number[]): void;
}

/** What the rest of the dashboard sees of a list. */
export type ListWindow = Omit<BugList, 'ids' | 'isWatched' | 'move' | 'overlayChanged' | 'startAfresh'>;

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
 * The list for one filter, read page by page as far as one looks. Nothing that arrives moves a row: after events the first page
 * is read again, and bugs that are new on it wait behind `newCount`. What no longer matches stays, dimmed, until `showNew` or
 * until the list is left and entered again. The object stays the same: read it again when `version` has changed.
 */
export class BugList {
  readonly filter: BugFilter;
  version = 0;
  /** `loading` until something can be shown. After `failed`, `ensure` tries again. */
  status: 'loading' | 'ready' | 'failed' = 'loading';
  problem: Problem | undefined;
  /** How many bugs match, as the service has counted them last; more than that when `capped`. */
  total = 0;
  capped = false;
  readonly #parts: ListParts;
  readonly #matcher: Matcher;
  #watchers = 0;
  #ids: readonly number[] = [];
  #places = new Map<number, number>();
  #cursor: string | null | undefined;
  /** How many rows are to be loaded. */
  #wanted: number;
  #fresh: Reading | undefined;
  /** The rows may not be those that the service would list now. */
  #isDoubtful = false;
  #loading: Promise<void> | undefined;
  #readings: Promise<void> = Promise.resolve();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isLookDue = false;
  #isRetryDue = false;

  constructor(filter: BugFilter, parts: ListParts) {
    this.filter = canonical(filter);
    this.#parts = parts;
    this.#matcher = createMatcher(this.filter, parts.context);
    this.#wanted = parts.pages.first;
  }

  /** How many rows there are to scroll through: those that are loaded, and one that is loading where there are more. */
  get length(): number {
    return this.#cursor ? this.#ids.length + 1 : this.#ids.length;
  }

  get newCount(): number {
    return this.#newIds().length;
  }

  get isWatched(): boolean {
    return this.#watchers > 0;
  }

  /** Undefined where nothing is loaded yet: draw a skeleton. */
  idAt(index: number): number | undefined {
    return this.#ids[index];
  }

  /** -1 when the bug is not among the loaded rows. */
  indexOf(id: number): number {
    return this.#places.get(id) ?? -1;
  }

  /** Every id that it shows or lets wait. */
  ids(): number[] {
    return [...this.#ids, ...this.#newIds()];
  }

  /** The row no longer belongs here, or its bug is deleted: draw it dimmed. */
  isStale(id: number): boolean {
    const { entities, overlay } = this.#parts;
    const item = entities.isDeleted(id) ? undefined : entities.item(id);
    return !item || overlay.isDeleting(id) || !this.#matcher(overlay.view(item));
  }

  /** Says what one looks at (`to` exclusive): everything up to there is loaded. Cheap to call often. */
  ensure(from: number, to: number): void {
    const { first, ahead } = this.#parts.pages;
    this.#wanted = Math.max(first, from > 0 ? to + ahead : to);
    if (this.status === 'failed') {
      this.status = 'loading';
      this.#changed();
    }
    void this.#load();
  }

  /** The ids of a range, for selecting with shift. Resolves when all of them are loaded. */
  async idsBetween(from: number, to: number): Promise<number[]> {
    this.#wanted = Math.max(this.#wanted, to);
    await this.#load();
    return this.#ids.slice(Math.max(0, from), to);
  }

  /** Lets in what waits, and takes out what no longer matches. */
  showNew(): void {
    this.#wanted = this.#parts.pages.first;
    if (this.#fresh) this.#show(this.#fresh);
    else this.#dropStale();
    if (this.#isDoubtful && this.isWatched) void this.#check();
    void this.#load();
  }

  /** A list with subscribers is kept up to date. */
  subscribe(listener: () => void): () => void {
    const leave = this.#parts.notifier.subscribe(listener);
    this.#watchers++;
    // One comes back to it: what no longer matches goes, and what has happened meanwhile is shown.
    if (this.#watchers === 1) this.#dropStale();
    if (this.#watchers === 1 && this.status === 'ready' && this.#isDoubtful)
      void this.#readAgain(this.#wanted, (fresh) => this.#show(fresh));
    void this.#load();
    return () => {
      leave();
      this.#watchers--;
    };
  }

  /** A bug has moved on. One that was not known before may have been in the list, below what is loaded. */
  move({ id, before, after }: Transition): void {
    const [did, does] = [before, after].map((item) => item !== undefined && this.#matcher(item));
    if (before && did === does && (!does || this.#isById)) return;
    if (this.#places.has(id)) this.#changed();
    this.#lookSoon();
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
    this.#parts.notifier.changed();
  }

  #setIds(ids: readonly number[]): void {
    this.#ids = ids;
    this.#places = new Map(ids.map((id, place) => [id, place]));
    this.#changed();
  }

  #dropStale(): void {
    const kept = this.#ids.filter((id) => !this.isStale(id));
    if (kept.length < this.#ids.length) this.#setIds(kept);
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
      if ((this.#cursor ?? undefined) !== from) continue;
      this.#cursor = page.next_cursor;
      this.status = 'ready';
      this.problem = undefined;
      const more = page.items.map(({ id }) => id).filter((id) => !this.#places.has(id));
      this.#setIds([...this.#ids, ...more]);
      if (from === undefined && this.#isDoubtful) this.#lookSoon();
    }
    this.#loading = undefined;
  }

  /** Fetches a page and takes its bugs in; undefined when it did not come. */
  async #fetchPage(cursor: string | undefined): Promise<Page | undefined> {
    const { api, entities, notifier, pages } = this.#parts;
    const range: PageRange =
      cursor === undefined ? { limit: pages.first, offset: 0 } : { limit: pages.later, cursor };
    const answer = await api.list(this.filter, range);
    if (!answer.ok) {
      this.#fail(answer.problem);
      return undefined;
    }
    const { items, total, total_capped = false } = answer.data;
    this.total = total;
    this.capped = total_capped;
    notifier.batch(() => {
      for (const item of items) entities.take(item);
    });
    return answer.data;
  }

  #fail(problem: Problem): void {
    if (this.status !== 'ready') this.status = 'failed';
    this.problem = problem;
    this.#changed();
    const isForGood = problem.status >= 400 && problem.status < 500 && problem.status !== 429;
    if (isForGood || this.#isRetryDue) return;
    this.#isRetryDue = true;
    this.#parts.clock.after(retryMs, () => {
      this.#isRetryDue = false;
      if (this.#isDoubtful && this.isWatched && this.status === 'ready') void this.#check();
      void this.#load();
    });
  }

  #lookSoon(): void {
    this.#isDoubtful = true;
    if (!this.isWatched || this.status !== 'ready' || this.#isLookDue) return;
    this.#isLookDue = true;
    const { clock } = this.#parts;
    const waitMs = isSearch(this.filter) ? indexedWithinMs : this.#lookedAt + pauseMs - clock.now();
    clock.after(Math.max(0, waitMs), () => {
      this.#isLookDue = false;
      this.#lookedAt = clock.now();
      void this.#readAgain(1, (fresh) => this.#compare(fresh));
    });
  }

  /** What is shown stays, and is put right as far as one looks. */
  #check(): Promise<void> {
    return this.#readAgain(this.#wanted, (fresh) => {
      this.#compare(fresh);
      this.#cut(fresh);
    });
  }

  /** Reads so many rows again, one reading after the other. */
  #readAgain(rows: number, take: (fresh: Reading) => void): Promise<void> {
    this.#readings = this.#readings.then(async () => {
      this.#isDoubtful = false;
      const fresh = await this.#readFromTop(rows);
      if (!fresh) {
        this.#isDoubtful = true;
        return;
      }
      this.status = 'ready';
      this.problem = undefined;
      this.#parts.notifier.batch(() => take(fresh));
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
    this.#cursor = cursor;
    this.#setIds([...ids].filter((id) => !this.isStale(id)));
  }

  /** Rows stay where they are. What became of those that the service no longer lists is asked for. */
  #compare(fresh: Reading): void {
    this.#fresh = fresh;
    const lacked = this.#ids.filter((id) => !fresh.ids.has(id) && !this.isStale(id));
    const gone = lacked.filter((id) => this.#isCovered(id, fresh));
    if (gone.length > 0 && !isSearch(this.filter)) this.#parts.onMissing(gone);
    if (gone.length < lacked.length) this.#isDoubtful = true;
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
