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
  /** Called with shown bugs that the server no longer lists, to find out why. */
  onMissing(ids: number[]): void;
}

/** The public interface of a list. */
export type ListWindow = Omit<BugList, 'ids' | 'isWatched' | 'move' | 'overlayChanged' | 'startAfresh'>;

/** The first rows of the list on the server. */
interface Reading {
  ids: ReadonlySet<number>;
  last: number;
  /** Cursor of the next page, or null after the last page. */
  cursor: string | null;
}

/** After events, the first page is fetched at most this often. */
const pauseMs = 1_000;
/** The search index includes a new report within this time. */
const indexedWithinMs = 3_000;
const retryMs = 5_000;

/**
 * The list of one filter, loaded page by page as far as the user scrolls. Live updates never move a row: after events
 * the first page is fetched again, and new bugs on it only raise `newCount`. Rows that no longer match stay, dimmed,
 * until `showNew` is called or the list is opened again. The object is mutable: read it again when `version` changes.
 */
export class BugList {
  readonly filter: BugFilter;
  version = 0;
  /** `loading` until there are rows to show. After `failed`, `ensure` retries. */
  status: 'loading' | 'ready' | 'failed' = 'loading';
  problem: Problem | undefined;
  /** The number of matching bugs, as last counted by the server. It is a lower bound when `capped`. */
  total = 0;
  capped = false;
  readonly #parts: ListParts;
  readonly #matcher: Matcher;
  #watchers = 0;
  #ids: readonly number[] = [];
  #places = new Map<number, number>();
  #cursor: string | null | undefined;
  /** The number of rows to load. */
  #wanted: number;
  #fresh: Reading | undefined;
  /** Whether the rows may be out of date. */
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

  /** The number of rows to scroll through: the loaded rows, plus a skeleton if there are more. */
  get length(): number {
    return this.#cursor ? this.#ids.length + 1 : this.#ids.length;
  }

  get newCount(): number {
    return this.#newIds().length;
  }

  get isWatched(): boolean {
    return this.#watchers > 0;
  }

  /** Undefined if the row is not loaded: render a skeleton. */
  idAt(index: number): number | undefined {
    return this.#ids[index];
  }

  /** -1 if the bug is not loaded. */
  indexOf(id: number): number {
    return this.#places.get(id) ?? -1;
  }

  /** Ids of the shown rows and of the new bugs that are not shown yet. */
  ids(): number[] {
    return [...this.#ids, ...this.#newIds()];
  }

  /** Whether the bug no longer matches or is deleted. Its row is dimmed. */
  isStale(id: number): boolean {
    const { entities, overlay } = this.#parts;
    const item = entities.isDeleted(id) ? undefined : entities.item(id);
    return !item || overlay.isDeleting(id) || !this.#matcher(overlay.view(item));
  }

  /** Sets the viewport (`to` is exclusive) and loads the rows up to its end. It is cheap to call often. */
  ensure(from: number, to: number): void {
    const { first, ahead } = this.#parts.pages;
    this.#wanted = Math.max(first, from > 0 ? to + ahead : to);
    if (this.status === 'failed') {
      this.status = 'loading';
      this.#changed();
    }
    void this.#load();
  }

  /** Ids of a range, for selection with Shift. Resolves when they are loaded. */
  async idsBetween(from: number, to: number): Promise<number[]> {
    this.#wanted = Math.max(this.#wanted, to);
    await this.#load();
    return this.#ids.slice(Math.max(0, from), to);
  }

  /** Shows the new bugs and removes the rows that no longer match. */
  showNew(): void {
    this.#wanted = this.#parts.pages.first;
    if (this.#fresh) this.#show(this.#fresh);
    else this.#dropStale();
    if (this.#isDoubtful && this.isWatched) void this.#check();
    void this.#load();
  }

  /** Subscribes to the list. Only a list with subscribers is kept up to date. */
  subscribe(listener: () => void): () => void {
    const leave = this.#parts.notifier.subscribe(listener);
    this.#watchers++;
    // When the list is opened again, stale rows are removed and new bugs are shown.
    if (this.#watchers === 1) this.#dropStale();
    if (this.#watchers === 1 && this.status === 'ready' && this.#isDoubtful)
      void this.#readAgain(this.#wanted, (fresh) => this.#show(fresh));
    void this.#load();
    return () => {
      leave();
      this.#watchers--;
    };
  }

  /** Handles a change of a bug's state. A bug that was unknown may already match, below the loaded rows. */
  move({ id, before, after }: Transition): void {
    const [did, does] = [before, after].map((item) => item !== undefined && this.#matcher(item));
    if (before && did === does && (!does || this.#isById)) return;
    if (this.#places.has(id)) this.#changed();
    this.#lookSoon();
  }

  /** Called when a pending change is added to a bug or removed from it. */
  overlayChanged(id: number): void {
    if (this.#places.has(id)) this.#changed();
  }

  /** Called when events were missed. Resolves when the loaded rows have been compared with the server. */
  async startAfresh(): Promise<void> {
    this.#isDoubtful = true;
    if (!this.isWatched) return;
    await this.#load();
    if (this.#cursor !== undefined) await this.#check();
  }

  /** Whether the sort order is by id, so that a bug never changes its position. */
  get #isById(): boolean {
    return ['newest', 'oldest'].includes(this.filter.sort ?? 'newest');
  }

  #newIds(): number[] {
    const ids = [...(this.#fresh?.ids ?? [])];
    const lastShown = ids.findLastIndex((id) => this.#places.has(id));
    // Bugs after the last row are not new; they are only not loaded yet.
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

  /** Loads pages until there are enough rows. */
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
      // The list was replaced while the page was loading.
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

  /** Fetches a page and stores its bugs. Returns undefined on failure. */
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

  /** Compares the loaded rows with the server and removes unverified rows below the viewport. */
  #check(): Promise<void> {
    return this.#readAgain(this.#wanted, (fresh) => {
      this.#compare(fresh);
      this.#cut(fresh);
    });
  }

  /** Fetches this many rows again. Only one fetch runs at a time. */
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

  /** Compares without moving rows. Bugs that the server no longer lists are fetched individually. */
  #compare(fresh: Reading): void {
    this.#fresh = fresh;
    const lacked = this.#ids.filter((id) => !fresh.ids.has(id) && !this.isStale(id));
    const gone = lacked.filter((id) => this.#isCovered(id, fresh));
    if (gone.length > 0 && !isSearch(this.filter)) this.#parts.onMissing(gone);
    if (gone.length < lacked.length) this.#isDoubtful = true;
    this.#changed();
  }

  /** Whether the fetched rows would contain the bug if it were listed. */
  #isCovered(id: number, { last, cursor }: Reading): boolean {
    return cursor === null || (this.#isById && (this.filter.sort === 'oldest' ? id <= last : id >= last));
  }

  /** Removes unconfirmed rows below the viewport, because they may have changed. They are loaded again on scroll. */
  #cut(fresh: Reading): void {
    const kept = this.#ids.filter((id, index) => index < this.#wanted || fresh.ids.has(id));
    if (kept.length === this.#ids.length || !kept.every((id) => this.#isCovered(id, fresh))) return;
    this.#cursor = fresh.cursor;
    this.#setIds(kept);
  }
}
