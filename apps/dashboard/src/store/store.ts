import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { refetch } from '../queries.ts';
import { type Api, type PageSizes, pageSizes } from './api.ts';
import { Changes } from './changes.ts';
import type { Clock } from './clock.ts';
import { Counts } from './counts.ts';
import { Entities } from './entities.ts';
import { filterKey } from './filter.ts';
import { BugList, type ListParts } from './list.ts';
import { LiveFeed } from './live.ts';
import { Emitter, Notifier } from './notifier.ts';
import { Overlay } from './overlay.ts';
import type {
  Bug,
  BugFilter,
  BugItem,
  BugTexts,
  CatalogueEvent,
  Change,
  ChangeHandle,
  LastChange,
  LiveEvent,
  Outcome,
  Problem,
  Target,
} from './types.ts';

export interface StoreOptions {
  api: Api;
  clock: Clock;
  /** Caches the long texts of bugs, and counts. */
  queries: QueryClient;
  /** Id of the signed-in user. */
  me: number;
  pages?: PageSizes;
}

/** Events that never change which filters a bug matches. */
const withoutEffectOnCounts = ['commented', 'comment_edited', 'comment_deleted', 'attachment_added'];
/** The number of bugs to keep in memory that are in no list. */
const maxUnlisted = 1_000;
/** The number of lists to keep without subscribers, so that going back restores their rows. */
const maxUnwatched = 6;
/** Image URLs expire after 15 minutes, so texts are fetched again before that. */
const freshMs = 10 * 60_000;
const retryMs = 10_000;
/**
 * At most this many rows that left a list unexpectedly are fetched to find out why. The others are fetched when they
 * are opened.
 */
const maxAskedFor = 20;

/**
 * The bugs that the dashboard has loaded. Components read through the hooks of `react.ts`; actions call `change` and
 * `undo`. Returned values are immutable and keep their reference until they change.
 */
export class Store {
  readonly live: LiveFeed;
  readonly #options: StoreOptions;
  readonly #notifier = new Notifier();
  readonly #entities: Entities;
  readonly #overlay: Overlay;
  readonly #counts: Counts;
  /** Lists by filter key, least recently used first. */
  readonly #lists = new Map<string, BugList>();
  readonly #listParts: ListParts;
  readonly #changes: Changes;
  readonly #lastChanges = new Map<number, LastChange>();
  readonly #events = new Emitter<readonly LiveEvent[]>();
  #tidyAt = 2 * maxUnlisted;

  constructor(options: StoreOptions) {
    this.#options = options;
    const { api, clock, queries, me, pages = pageSizes } = options;
    const notifier = this.#notifier;
    this.#entities = new Entities((transition) => {
      notifier.changed();
      // A bug that was just fetched has not changed.
      if (transition.before) for (const list of this.#lists.values()) list.move(transition);
      this.#changes.moved(transition);
    });
    this.#overlay = new Overlay((id) => {
      notifier.changed();
      for (const list of this.#lists.values()) list.overlayChanged(id);
    });
    const projects = () => queries.getQueryData<{ id: number; team_id: number }[]>(['projects']) ?? [];
    const context = { me, teamOf: (wanted: number) => projects().find(({ id }) => id === wanted)?.team_id };
    const parts = { api, clock, notifier, entities: this.#entities, overlay: this.#overlay, context };
    this.#counts = new Counts({ api, clock, queries });
    const onMissing = (ids: number[]) => {
      for (const id of ids.slice(0, maxAskedFor))
        void queries.prefetchQuery({ ...this.textsQuery(id), staleTime: 0 });
    };
    this.#listParts = { ...parts, pages, onMissing };
    this.#changes = new Changes({
      ...parts,
      shownIn: (filter) => new Set(this.window(filter).ids()),
      refetch: () => this.#refetch(),
      onSettled: () => this.#counts.refresh(),
    });
    this.live = new LiveFeed({
      clock,
      notifier,
      onEvents: (events) => this.#takeEvents(events),
      onCatalogue: (event) => this.#takeCatalogue(event),
      onStartAfresh: () => this.#startAfresh(),
    });
  }

  /** The list item with pending changes applied. For a deleted bug with a visible row, it is the last known state. */
  item(id: number): BugItem | undefined {
    const item = this.#entities.item(id);
    return item && this.#overlay.view(item);
  }

  /** The full bug with pending changes applied, or undefined until it is fetched. */
  detail(id: number): Bug | undefined {
    const item = this.isDeleted(id) ? undefined : this.item(id);
    const texts = this.#options.queries.getQueryData(this.textsQuery(id).queryKey);
    return item && texts && { ...item, ...texts };
  }

  /** Query for the texts that list items leave out. The rest of the response updates the list item. */
  textsQuery(id: number) {
    return queryOptions<BugTexts, Problem>({
      queryKey: ['bug', id, 'texts'],
      queryFn: async ({ signal }) => {
        const answer = await this.#options.api.bug(id, signal);
        if (!answer.ok && answer.problem.status === 404) this.#entities.remove(id);
        if (!answer.ok) throw answer.problem;
        this.#entities.take(answer.data.item);
        return answer.data.texts;
      },
      staleTime: freshMs,
      refetchInterval: ({ state }) => state.status === 'error' && !this.isDeleted(id) && retryMs,
      networkMode: 'always',
    });
  }

  /** Prefetches the full bug unless it is cached and fresh. */
  openDetail(id: number): void {
    if (!this.isDeleted(id)) void this.#options.queries.prefetchQuery(this.textsQuery(id));
  }

  readonly isDeleted = (id: number): boolean => this.#entities.isDeleted(id);
  /** Whether the bug has unconfirmed changes. */
  readonly isPending = (id: number): boolean => this.#overlay.has(id);
  readonly lastChange = (id: number): LastChange | undefined => this.#lastChanges.get(id);
  /** Listeners run immediately for the user's own changes, and once per frame for others. */
  readonly subscribe = this.#notifier.subscribe;

  /** Returns the same object for equal filters while it is in use. */
  window(filter: BugFilter): BugList {
    const key = filterKey(filter);
    const list = this.#lists.get(key) ?? new BugList(filter, this.#listParts);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    const unwatched = [...this.#lists].filter(([, { isWatched }]) => !isWatched);
    for (const [oldest] of unwatched.slice(0, -maxUnwatched)) this.#lists.delete(oldest);
    return list;
  }

  /** Query for the number of bugs that match each filter. */
  readonly countsQuery = (filters: readonly BugFilter[]) => this.#counts.query(filters);

  /** Shows the change before it returns. A change without effect has an outcome too. */
  readonly change = (target: Target, change: Change) => this.#changes.change(target, change);
  /**
   * Undoes a change, even one in flight, or the last one if no handle is given. Returns false if there is nothing to
   * undo or it is too late.
   */
  readonly undo = (handle?: ChangeHandle): boolean => this.#changes.undo(handle);
  readonly canUndo = (): boolean => this.#changes.canUndo();
  /** The first listener also gets the earlier outcomes. */
  readonly onOutcome = (listener: (outcome: Outcome) => void) => this.#changes.onOutcome(listener);
  /** Events of one frame, emitted after the store has applied them. Timelines and comments use them. */
  readonly onEvents = this.#events.subscribe;

  #takeEvents(events: readonly LiveEvent[]): void {
    this.#notifier.batch(() => {
      for (const event of events) this.#takeEvent(event);
    });
    if (events.some(({ kind }) => !withoutEffectOnCounts.includes(kind))) this.#counts.refresh();
    const deleted = new Set(events.filter(({ bug }) => !bug).map(({ bug_id }) => bug_id));
    // The number of duplicates is part of a bug's texts.
    if (deleted.size > 0 || events.some(({ changes }) => changes?.duplicate_of_id))
      refetch(this.#options.queries, { predicate: ({ queryKey }) => queryKey[2] === 'texts' });
    // Duplicates of a deleted bug change without an event.
    const isOrphan = (id: number) => deleted.has(this.#entities.item(id)?.duplicate_of_id ?? 0);
    if (deleted.size > 0 && this.#entities.ids.some(isOrphan)) void this.#refetch();
    this.#events.emit(events);
    this.#forgetUnlisted();
  }

  #takeCatalogue({ what, team_id }: CatalogueEvent): void {
    const queryKey = what === 'team' ? ['teams'] : what === 'projects' ? ['projects'] : [what, team_id];
    void this.#options.queries.invalidateQueries({ queryKey });
    // Deleting a label or a member changes bugs without an event for each.
    if (what !== 'views') void this.#refetch();
  }

  #takeEvent({ bug_id, kind, bug, actor, via }: LiveEvent): void {
    const { clock, me } = this.#options;
    const isOwn = actor?.id === me && via === 'dashboard';
    const before = this.#entities.item(bug_id);
    if (bug) this.#entities.take(bug);
    else this.#entities.remove(bug_id);
    // Lists do not learn of fetched bugs, so a fetch may have brought this state before. The user's own changes updated
    // the lists when they were confirmed.
    const isTold = before && (isOwn || before !== this.#entities.item(bug_id));
    if (!isTold)
      for (const list of this.#lists.values())
        list.move({ id: bug_id, before: undefined, after: bug ?? undefined });
    this.#lastChanges.set(bug_id, { kind, actor, via, isOwn, seenAt: clock.now() });
    this.#notifier.changed();
  }

  /** Fetches the visible data again. Resolves when the lists have been compared with the server. */
  async #refetch(): Promise<void> {
    this.#counts.refresh();
    refetch(this.#options.queries, { queryKey: ['bug'] });
    await Promise.all([...this.#lists.values()].map((list) => list.startAfresh()));
  }

  /** Called when events were missed, so all cached data may be out of date. */
  #startAfresh(): Promise<void> {
    const { queries } = this.#options;
    this.#entities.distrust();
    void queries.invalidateQueries({
      predicate: ({ queryKey: [name] }) => name !== 'bug' && name !== 'counts',
    });
    return this.#refetch();
  }

  /** Evicts the oldest bugs that are in no list, have no pending change and are not open. */
  #forgetUnlisted(): void {
    if (this.#entities.size < this.#tidyAt) return;
    const opened = this.#options.queries.getQueryCache().findAll({ queryKey: ['bug'] });
    const kept = new Set<unknown>(opened.map(({ queryKey }) => queryKey[1]));
    for (const list of this.#lists.values()) for (const id of list.ids()) kept.add(id);
    const unlisted = this.#entities.ids.filter((id) => !kept.has(id) && !this.#overlay.has(id));
    for (const id of unlisted.slice(0, -maxUnlisted)) this.#entities.forget(id);
    this.#lastChanges.clear();
    this.#tidyAt = this.#entities.size + maxUnlisted;
  }
}
