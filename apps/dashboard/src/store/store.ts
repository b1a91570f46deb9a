import { replaceEqualDeep } from '@tanstack/react-query';
import { type Api, type PageSizes, pageSizes } from './api.ts';
import { Changes } from './changes.ts';
import type { Clock } from './clock.ts';
import { Counts } from './counts.ts';
import { Details } from './details.ts';
import { createEntities, type Entities } from './entities.ts';
import { Lists } from './lists.ts';
import type { LiveFeed, LiveSink } from './live.ts';
import { createEmitter, createNotifier } from './notifier.ts';
import { createOverlay, type Overlay } from './overlay.ts';
import type { Batch } from './stream.ts';
import type { CatalogueEvent, Count, LiveEvent, Store } from './types.ts';

export interface StoreOptions {
  api: Api;
  /** Begins to tell what happens elsewhere. */
  openLive(sink: LiveSink): LiveFeed;
  clock: Clock;
  /** The id of the user who is signed in. */
  me: number;
  pages?: PageSizes;
}

/** Events that cannot make a bug match a filter or no longer match it. */
const withoutEffectOnLists = ['commented', 'comment_edited', 'comment_deleted', 'attachment_added'];
/** Bugs that are kept in memory although nobody shows them. */
const mostUnseen = 1_000;
const tidyEveryMs = 10_000;
/** So many bugs are asked for one by one; for more, the lists are loaded again. */
const mostAskedFor = 20;

/** Puts the parts together. */
export class BugStore implements Store {
  readonly live: LiveFeed;
  readonly #options: StoreOptions;
  readonly #notifier = createNotifier();
  readonly #entities: Entities;
  readonly #overlay: Overlay;
  readonly #counts: Counts;
  readonly #lists: Lists;
  readonly #details: Details;
  readonly #changes: Changes;
  /** Which team each project belongs to: events say it, list items do not. */
  readonly #teams = new Map<number, number>();
  readonly #events = createEmitter<readonly LiveEvent[]>();
  readonly #catalogue = createEmitter<CatalogueEvent>();
  readonly #afresh = createEmitter();
  readonly #countsShown = new Map<string, readonly (Count | undefined)[]>();
  #callOffTidying: () => void;

  constructor(options: StoreOptions) {
    this.#options = options;
    const { api, clock, me, pages = pageSizes } = options;
    const notifier = this.#notifier;
    const context = { me, teamOf: (project: number) => this.#teams.get(project) };
    this.#entities = createEntities((transition) => {
      notifier.touch(transition.id);
      this.#lists.move(transition);
      this.#changes.moved(transition);
    });
    this.#overlay = createOverlay((id) => {
      notifier.touch(id);
      this.#lists.overlayChanged(id);
    });
    const parts = { api, clock, notifier, entities: this.#entities, overlay: this.#overlay, context };
    const counts = new Counts(parts);
    this.#counts = counts;
    // The rest is dimmed as well, and shows what it was until somebody opens it.
    const onMissing = (ids: number[]) => void this.#refetch(ids.slice(0, mostAskedFor));
    this.#lists = new Lists({ ...parts, counts, pages, onMissing });
    this.#details = new Details(parts);
    this.#changes = new Changes({
      ...parts,
      refetch: (ids) => this.#refetch(ids),
      shownIn: (filter) => new Set(this.#lists.of(filter).ids()),
      onSettled: () => counts.doubt(),
    });
    this.live = options.openLive({
      onBatch: (batch) => this.#takeBatch(batch),
      onStartAfresh: (how) => this.#startAfresh(how.isRolledBack),
    });
    this.#callOffTidying = this.#tidyLater();
  }

  readonly item: Store['item'] = (id) => {
    const item = this.#entities.get(id)?.item;
    return item && this.#overlay.view(item);
  };

  readonly detail: Store['detail'] = (id) => {
    const entity = this.#entities.get(id);
    return entity?.texts && this.#details.read(this.#overlay.view(entity.item), entity.texts);
  };

  readonly detailState: Store['detailState'] = (id) => this.#details.state(id);
  readonly openDetail: Store['openDetail'] = (id, options) => this.#details.open(id, options);
  readonly isDeleted: Store['isDeleted'] = (id) => this.#entities.isDeleted(id);
  readonly isPending: Store['isPending'] = (id) => this.#overlay.has(id);
  readonly lastChange: Store['lastChange'] = (id) => this.#entities.get(id)?.lastChange;
  readonly subscribe: Store['subscribe'] = this.#notifier.subscribe;
  readonly window: Store['window'] = (filter) => this.#lists.of(filter);
  readonly change: Store['change'] = (target, change) => this.#changes.change(target, change);
  readonly undo: Store['undo'] = (handle) => this.#changes.undo(handle);
  readonly canUndo: Store['canUndo'] = () => this.#changes.canUndo();
  readonly onOutcome: Store['onOutcome'] = (listener) => this.#changes.onOutcome(listener);
  readonly onEvents: Store['onEvents'] = this.#events.subscribe;
  readonly onCatalogue: Store['onCatalogue'] = this.#catalogue.subscribe;
  readonly onStartAfresh: Store['onStartAfresh'] = this.#afresh.subscribe;

  readonly counts: Store['counts'] = (filters) => {
    const now = filters.map((filter) => this.#counts.of(filter).count);
    const key = JSON.stringify(filters);
    const shown = replaceEqualDeep(this.#countsShown.get(key), now);
    if (this.#countsShown.size > 50) this.#countsShown.clear();
    this.#countsShown.set(key, shown);
    return shown;
  };

  readonly watchCounts: Store['watchCounts'] = (filters, listener) => {
    const leave = filters.map((filter) => this.#counts.of(filter).subscribe(listener));
    return () => leave.forEach((each) => void each());
  };

  readonly learn: Store['learn'] = (item) => this.#notifier.transaction(() => this.#entities.take(item));
  readonly learnProjects: Store['learnProjects'] = (projects) => {
    for (const { id, team_id } of projects) this.#teams.set(id, team_id);
  };

  close(): void {
    this.#callOffTidying();
    this.live.close();
    this.#lists.close();
    this.#details.close();
    this.#counts.close();
    this.#changes.close();
  }

  #takeBatch({ events, catalogue }: Batch): void {
    this.#notifier.transaction(() => {
      for (const event of events) this.#takeEvent(event);
      if (events.some(({ kind }) => !withoutEffectOnLists.includes(kind))) this.#counts.doubt();
      this.#details.refresh(events.flatMap(duplicateTargets));
    });
    const deleted = events.filter(({ bug }) => !bug).map(({ bug_id }) => bug_id);
    if (deleted.length > 0) {
      // Any of these may have been a duplicate, and others theirs; no event says so.
      this.#details.refresh(this.#details.withDuplicates());
      void this.#refetch(this.#duplicatesOf(deleted));
    }
    if (events.length > 0) this.#events.emit(events);
    for (const event of catalogue) this.#catalogue.emit(event);
    // Deleting a label or a member changes bugs without an event for each.
    if (catalogue.some(({ what }) => what !== 'views')) void this.#refetchAll();
  }

  #takeEvent({ bug_id, project_id, team_id, kind, bug, actor, via }: LiveEvent): void {
    const { clock, me } = this.#options;
    this.learnProjects([{ id: project_id, team_id }]);
    if (bug) this.#entities.take(bug);
    else this.#entities.remove(bug_id);
    const entity = this.#entities.get(bug_id);
    if (!entity) return;
    const isOwn = actor?.id === me && via === 'dashboard';
    entity.lastChange = { kind, actor, via, isOwn, seenAt: clock.now() };
    this.#notifier.touch(bug_id);
  }

  #duplicatesOf(deleted: readonly number[]): number[] {
    const isOrphan = (id: number) => deleted.includes(this.#entities.get(id)?.item.duplicate_of_id ?? 0);
    return [...this.#entities.ids()].filter((id) => isOrphan(id) && !this.#entities.isDeleted(id));
  }

  #refetchAll(): Promise<void> {
    return this.#notifier.transaction(() => {
      this.#counts.startAfresh();
      this.#details.refresh();
      return this.#lists.startAfresh();
    });
  }

  #startAfresh(isRolledBack: boolean): Promise<void> {
    const fetched = this.#notifier.transaction(() => {
      if (isRolledBack) this.#entities.distrust();
      return this.#refetchAll();
    });
    this.#afresh.emit();
    return fetched;
  }

  async #refetch(ids: number[]): Promise<void> {
    if (ids.length > mostAskedFor) return this.#refetchAll();
    const signal = new AbortController().signal;
    for (const id of ids) {
      const answer = await this.#options.api.bug(id, signal);
      this.#notifier.transaction(() => {
        if (answer.ok) this.#entities.take(answer.data.item);
        else if (answer.problem.status === 404) this.#entities.remove(id);
      });
    }
  }

  #tidyLater(): () => void {
    return this.#options.clock.after(tidyEveryMs, () => {
      this.#forgetUnseen();
      this.#callOffTidying = this.#tidyLater();
    });
  }

  /** Least recently learnt first. */
  #forgetUnseen(): void {
    const ids = [...this.#entities.ids()];
    if (ids.length <= mostUnseen) return;
    const shown = this.#lists.ids();
    const isUnseen = (id: number) =>
      !shown.has(id) && !this.#notifier.isWatched(id) && !this.#overlay.has(id) && !this.#details.has(id);
    const unseen = ids.filter(isUnseen);
    this.#entities.forget(unseen.slice(0, Math.max(0, unseen.length - mostUnseen)));
  }
}

/** The bugs whose number of duplicates an event changes. */
function duplicateTargets({ changes }: LiveEvent): number[] {
  const link = changes?.duplicate_of_id as { from?: unknown; to?: unknown } | undefined;
  return [link?.from, link?.to].filter((id) => typeof id === 'number');
}
