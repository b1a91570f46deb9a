import type { Api } from './api.ts';
import { createChanges } from './changes.ts';
import type { Clock } from './clock.ts';
import { createConfirmations } from './confirmations.ts';
import { createDetails } from './details.ts';
import { createEntities } from './entities.ts';
import type { Live, LiveSink } from './live.ts';
import { createEmitter, createNotifier } from './notifier.ts';
import { createOverlay } from './overlay.ts';
import { type PageSizes, pageSizes } from './page-sizes.ts';
import { createProjects } from './projects.ts';
import type { Batch } from './stream.ts';
import { createTallies } from './tallies.ts';
import type { BugFilter, CatalogueEvent, Count, LiveEvent, Store } from './types.ts';
import { createWindows } from './windows.ts';

export interface StoreOptions {
  api: Api;
  /** Begins to tell what happens elsewhere. */
  openLive(sink: LiveSink): Live;
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

/** Puts the parts together. The order in which they learn of something stands in `onTransition`. */
export function createStore(options: StoreOptions): Store {
  const { api, clock, me, pages = pageSizes } = options;
  const notifier = createNotifier();
  const projects = createProjects();
  const context = { me, teamOf: projects.teamOf };
  const eventListeners = createEmitter<readonly LiveEvent[]>();
  const catalogueListeners = createEmitter<CatalogueEvent>();
  const afreshListeners = createEmitter();

  const entities = createEntities((transition) => {
    notifier.touch(transition.id);
    tallies.move(transition);
    windows.move(transition);
    changes.moved(transition);
    confirmations.moved(transition.id);
  });
  const overlay = createOverlay((id) => {
    notifier.touch(id);
    windows.overlayChanged(id);
    tallies.overlayChanged();
  });
  const parts = { api, clock, notifier, entities, overlay, context };
  const tallies = createTallies(parts);
  const windows = createWindows({
    ...parts,
    tallies,
    projects,
    pages,
    // The rest is dimmed as well, and shows what it was until somebody opens it.
    onMissing: (ids) => void refetch(ids.slice(0, mostAskedFor)),
  });
  const details = createDetails(parts);
  const confirmations = createConfirmations({ ...parts, isLive: () => live.state === 'live', refetch });
  const changes = createChanges({
    ...parts,
    confirmations,
    shownIn: (filter) => new Set(windows.of(filter).ids()),
  });
  const live = options.openLive({ onBatch: takeEvents, onStartAfresh: startAfresh, onResumed: resume });

  function takeEvents({ events, catalogue }: Batch): void {
    notifier.transaction(() => {
      for (const event of events) takeEvent(event);
      if (events.some(({ kind }) => !withoutEffectOnLists.includes(kind))) tallies.doubt();
      details.refresh(events.flatMap(duplicateTargets));
    });
    const deleted = events.filter(({ bug }) => !bug).map(({ bug_id }) => bug_id);
    if (deleted.length > 0) {
      // Any of these may have been a duplicate, and others theirs; no event says so.
      details.refresh(details.withDuplicates());
      void refetch(duplicatesOf(deleted));
    }
    if (events.length > 0) eventListeners.emit(events);
    for (const event of catalogue) catalogueListeners.emit(event);
    // Deleting a label or a member changes bugs without an event for each.
    if (catalogue.some(({ what }) => what !== 'views')) void refetchAll();
  }

  function takeEvent({ bug_id, project_id, team_id, kind, bug, actor, via }: LiveEvent): void {
    learnProjects([{ id: project_id, team_id }]);
    if (bug) entities.take(bug);
    else entities.remove(bug_id);
    const entity = entities.get(bug_id);
    if (!entity) return;
    const isOwn = actor?.id === me && via === 'dashboard';
    entity.lastChange = { kind, actor, via, isOwn, seenAt: clock.now() };
    notifier.touch(bug_id);
  }

  function duplicatesOf(deleted: readonly number[]): number[] {
    const isOrphan = (id: number) => deleted.includes(entities.get(id)?.item.duplicate_of_id ?? 0);
    return [...entities.ids()].filter((id) => isOrphan(id) && !entities.isDeleted(id));
  }

  function refetchAll(): Promise<void> {
    return notifier.transaction(() => {
      tallies.doubt();
      details.refresh();
      return windows.startAfresh();
    });
  }

  function startAfresh({ isRolledBack }: { isRolledBack: boolean }): Promise<void> {
    const fetched = notifier.transaction(() => {
      if (isRolledBack) entities.distrust();
      confirmations.startAfresh();
      return refetchAll();
    });
    afreshListeners.emit();
    return fetched;
  }

  /** Labels, members and teams may have changed unseen: a stream ends whenever somebody joins or leaves one. */
  function resume(): void {
    void refetchAll();
    afreshListeners.emit();
  }

  async function refetch(ids: number[]): Promise<void> {
    if (ids.length > mostAskedFor) return refetchAll();
    const signal = new AbortController().signal;
    for (const id of ids) {
      const answer = await api.bug(id, signal);
      notifier.transaction(() => {
        if (answer.ok) entities.take(answer.data.item);
        else if (answer.problem.status === 404) entities.remove(id);
      });
    }
  }

  /** Bugs of a project whose team becomes known may belong to lists of that team. */
  function learnProjects(known: readonly { id: number; team_id: number }[]): void {
    if (!projects.learn(known)) return;
    const theirs = [...entities.ids()].flatMap((id) => {
      const item = entities.isDeleted(id) ? undefined : entities.get(id)?.item;
      return item && known.some((project) => project.id === item.project_id) ? [item] : [];
    });
    windows.moveIntoTeam(theirs);
  }

  /** Least recently learnt first. */
  function forgetUnseen(): void {
    const ids = [...entities.ids()];
    if (ids.length <= mostUnseen) return;
    const shown = windows.ids();
    const isUnseen = (id: number) =>
      !shown.has(id) && !notifier.isWatched(id) && !overlay.has(id) && !details.has(id);
    const unseen = ids.filter(isUnseen);
    entities.forget(unseen.slice(0, Math.max(0, unseen.length - mostUnseen)));
  }

  /** Beside everything else, for as long as the store is open. */
  let callOffTidying = clock.after(tidyEveryMs, tidy);
  function tidy(): void {
    forgetUnseen();
    callOffTidying = clock.after(tidyEveryMs, tidy);
  }

  const countsShown = new Map<string, readonly (Count | undefined)[]>();
  function counts(filters: readonly BugFilter[]): readonly (Count | undefined)[] {
    const now = filters.map((filter) => tallies.of(filter).count);
    const key = JSON.stringify(filters);
    const before = countsShown.get(key);
    if (before?.length === now.length && now.every((count, index) => count === before[index])) return before;
    if (countsShown.size > 50) countsShown.clear();
    countsShown.set(key, now);
    return now;
  }

  return {
    item(id) {
      const item = entities.get(id)?.item;
      return item && overlay.view(item);
    },
    detail(id) {
      const entity = entities.get(id);
      return entity?.texts && details.read(overlay.view(entity.item), entity.texts);
    },
    detailState: details.state,
    openDetail: details.open,
    isDeleted: entities.isDeleted,
    isPending: overlay.has,
    lastChange: (id) => entities.get(id)?.lastChange,
    subscribe: notifier.subscribe,
    window: windows.of,
    change: changes.change,
    undo: changes.undo,
    canUndo: changes.canUndo,
    onOutcome: changes.onOutcome,
    counts,
    watchCounts(filters, listener) {
      const leave = filters.map((filter) => tallies.of(filter).subscribe(listener));
      return () => leave.forEach((each) => void each());
    },
    live,
    onEvents: eventListeners.subscribe,
    onCatalogue: catalogueListeners.subscribe,
    onStartAfresh: afreshListeners.subscribe,
    learn: (item) => notifier.transaction(() => entities.take(item)),
    learnProjects: (known) => notifier.transaction(() => learnProjects(known)),
    close() {
      callOffTidying();
      live.close();
      windows.close();
      details.close();
      tallies.close();
      confirmations.close();
    },
  };
}

/** The bugs whose number of duplicates an event changes. */
function duplicateTargets({ changes }: LiveEvent): number[] {
  const link = changes?.duplicate_of_id as { from?: unknown; to?: unknown } | undefined;
  return [link?.from, link?.to].filter((id) => typeof id === 'number');
}
