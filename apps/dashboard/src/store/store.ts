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
  /** Keeps the long texts of bugs, and counts. */
  queries: QueryClient;
  /** The id of the user who is signed in. */
  me: number;
  pages?: PageSizes;
}

/** Events that cannot make a bug match a filter or no longer match it. */
const withoutEffectOnCounts = ['commented', 'comment_edited', 'comment_deleted', 'attachment_added'];
/** Bugs that are kept in memory although no list has them. */
const maxUnlisted = 1_000;
/** Lists that nobody looks at are kept up to this number: coming back finds the rows where they were. */
const maxUnwatched = 6;
/** Addresses of images hold for a quarter of an hour. */
const freshMs = 10 * 60_000;
const retryMs = 10_000;
/** Of so many rows that have left a list unexplained, it is found out why; others do not say so before they are opened. */
const maxAskedFor = 20;

/**
 * What the dashboard knows of bugs. Components read through the hooks of `react.ts`; actions call `change` and `undo`.
 * Everything returned here is immutable, and keeps its reference until it changes.
 */
export class Store {
  readonly live: LiveFeed;
  readonly #options: StoreOptions;
  readonly #notifier = new Notifier();
  readonly #entities: Entities;
  readonly #overlay: Overlay;
  readonly #counts: Counts;
  /** By the key of their filter; the one that was asked for last is the last. */
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
      // What was fetched has not moved.
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

  /** The list item with pending changes laid over it. The last one known for a deleted bug whose row is still shown. */
  item(id: number): BugItem | undefined {
    const item = this.#entities.item(id);
    return item && this.#overlay.view(item);
  }

  /** The full bug, likewise; undefined until it has been fetched. */
  detail(id: number): Bug | undefined {
    const item = this.isDeleted(id) ? undefined : this.item(id);
    const texts = this.#options.queries.getQueryData(this.textsQuery(id).queryKey);
    return item && texts && { ...item, ...texts };
  }

  /** What lists leave out of a bug, for `useQuery`. The rest of the answer is its list item. */
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

  /** Fetches the full bug unless it is there and fresh: ahead of time, or once more. */
  openDetail(id: number): void {
    if (!this.isDeleted(id)) void this.#options.queries.prefetchQuery(this.textsQuery(id));
  }

  readonly isDeleted = (id: number): boolean => this.#entities.isDeleted(id);
  /** Whether a change of this user is still on its way. */
  readonly isPending = (id: number): boolean => this.#overlay.has(id);
  readonly lastChange = (id: number): LastChange | undefined => this.#lastChanges.get(id);
  /** Called when anything has changed: at once for this user's changes, once per frame for others'. */
  readonly subscribe = this.#notifier.subscribe;

  /** Always the same object for an equal filter, as long as somebody uses it. */
  window(filter: BugFilter): BugList {
    const key = filterKey(filter);
    const list = this.#lists.get(key) ?? new BugList(filter, this.#listParts);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    const unwatched = [...this.#lists].filter(([, { isWatched }]) => !isWatched);
    for (const [oldest] of unwatched.slice(0, -maxUnwatched)) this.#lists.delete(oldest);
    return list;
  }

  /** How many bugs match each filter, for `useQuery`. */
  readonly countsQuery = (filters: readonly BugFilter[]) => this.#counts.query(filters);

  /** On screen when it returns. A change that can change nothing has an outcome, too. */
  readonly change = (target: Target, change: Change) => this.#changes.change(target, change);
  /** Takes back a change, also one that is still on its way; the last one when none is named. False: too late, or nothing there. */
  readonly undo = (handle?: ChangeHandle): boolean => this.#changes.undo(handle);
  readonly canUndo = (): boolean => this.#changes.canUndo();
  /** The first who listens is told what has happened until then, too. */
  readonly onOutcome = (listener: (outcome: Outcome) => void) => this.#changes.onOutcome(listener);
  /** Events of one frame, after they are in the store: for timelines and comments. */
  readonly onEvents = this.#events.subscribe;

  #takeEvents(events: readonly LiveEvent[]): void {
    this.#notifier.batch(() => {
      for (const event of events) this.#takeEvent(event);
    });
    if (events.some(({ kind }) => !withoutEffectOnCounts.includes(kind))) this.#counts.refresh();
    const deleted = new Set(events.filter(({ bug }) => !bug).map(({ bug_id }) => bug_id));
    // How many duplicates a bug has is part of its texts.
    if (deleted.size > 0 || events.some(({ changes }) => changes?.duplicate_of_id))
      refetch(this.#options.queries, { predicate: ({ queryKey }) => queryKey[2] === 'texts' });
    // What was a duplicate of a deleted bug has changed without an event.
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
    // A fetch, of which lists are told nothing, may have brought it before. An own change has moved them when it was answered.
    const isTold = before && (isOwn || before !== this.#entities.item(bug_id));
    if (!isTold)
      for (const list of this.#lists.values())
        list.move({ id: bug_id, before: undefined, after: bug ?? undefined });
    this.#lastChanges.set(bug_id, { kind, actor, via, isOwn, seenAt: clock.now() });
    this.#notifier.changed();
  }

  /** Fetches what is looked at again. Settles when lists have been compared with what the service has. */
  async #refetch(): Promise<void> {
    this.#counts.refresh();
    refetch(this.#options.queries, { queryKey: ['bug'] });
    await Promise.all([...this.#lists.values()].map((list) => list.startAfresh()));
  }

  /** Events have been missed: everything that is kept may be old. */
  #startAfresh(): Promise<void> {
    const { queries } = this.#options;
    this.#entities.distrust();
    void queries.invalidateQueries({
      predicate: ({ queryKey: [name] }) => name !== 'bug' && name !== 'counts',
    });
    return this.#refetch();
  }

  /** Forgets what was learnt first of what no list shows, nobody is changing and nobody has opened. */
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
