import type { Answer, Api } from './api.ts';
import type { Clock } from './clock.ts';
import { applyChange, inverseOf } from './effects.ts';
import type { Entities, Transition } from './entities.ts';
import { createMatcher, isSearch, type MatchContext, type Matcher } from './filter.ts';
import { createEmitter, type Notifier } from './notifier.ts';
import type { Layer, Overlay } from './overlay.ts';
import { createQueue, type Job } from './queue.ts';
import { compareAndSwap, type SentInBulk, type SingleEdit, sendInBulk, takeBack } from './send.ts';
import type { BugFilter, BugItem, Change, ChangeHandle, Outcome, Problem, Target } from './types.ts';

interface Options {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
  overlay: Overlay;
  context: MatchContext;
  /** The bugs that a list shows: with a search, nothing else tells which match. */
  shownIn(filter: BugFilter): ReadonlySet<number>;
  /** Learns what became of these bugs by asking for them. */
  refetch(ids: number[]): Promise<void>;
  /** A change or an undo is over. */
  onSettled(): void;
}

/** How long a change can be undone: whoever reported the bug is mailed after ten seconds. */
const undoMs = 8_000;
/** So long the events of a bulk change are waited for before its bugs are asked for. */
const patienceMs = 3_000;

/** How the service can be asked to take a change back. */
type Undoing = { id: number; before: BugItem } | { batches: number[] };

interface Made {
  handle: ChangeHandle;
  target: Target;
  change: Change;
  job: Job;
  /** Where it is: in the queue or on its way, done and undoable until a time, or over. */
  state: 'pending' | 'done' | 'over';
  undoUntil: number;
  undoing: Undoing | undefined;
  isUndoWanted: boolean;
  layer: Layer;
  /** Lies over the bugs while it is being undone. */
  restoring: Layer;
  isIncluded: (item: BugItem) => boolean;
}

/**
 * What this user changes: on screen at once, then sent, then confirmed or put back. One bug is changed by compare-and-swap, whose
 * answer is its new state; many by bulk calls, each of which the service makes and undoes as a whole.
 */
export class Changes {
  readonly #options: Options;
  readonly #queue = createQueue();
  readonly #outcomes = createEmitter<Outcome>();
  /** What was told before anybody listened. */
  readonly #untold: Outcome[] = [];
  readonly #made = new Map<ChangeHandle, Made>();
  /**
   * Bulk changes that the service has made, with the revision that each bug had before. The answer has no bugs: a layer stays on
   * a bug until an event brings a newer revision.
   */
  readonly #awaited = new Map<Layer, ReadonlyMap<number, number>>();
  readonly #timers = new Set<() => void>();
  #lastHandle = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  change(target: Target, wanted: Change): ChangeHandle {
    const ids = 'ids' in target ? new Set(target.ids) : null;
    if (('duplicate_of_id' in wanted || 'title' in wanted) && ids?.size !== 1)
      throw new Error('Titles and duplicates are changed one at a time');
    const inverses = new Map<number, Change>();
    const entry: Made = {
      handle: ++this.#lastHandle,
      target,
      change: wanted,
      job: { ids, run: () => this.#send(entry) },
      state: 'pending',
      undoUntil: Number.POSITIVE_INFINITY,
      undoing: undefined,
      isUndoWanted: false,
      layer: { ids: new Set(), changeOn: () => wanted },
      restoring: { ids: new Set(), changeOn: (id) => inverses.get(id) },
      isIncluded: includes(target, this.#options),
    };
    this.#made.set(entry.handle, entry);
    this.#lay(entry, ids, inverses);
    this.#queue.add(entry.job);
    this.#forgetOld();
    return entry.handle;
  }

  undo(handle?: ChangeHandle): boolean {
    const { notifier, overlay } = this.#options;
    const entry =
      handle === undefined ? [...this.#made.values()].findLast(this.#isUndoable) : this.#made.get(handle);
    if (!entry || !this.#isUndoable(entry)) return false;
    notifier.transaction(() => {
      const ids = [...entry.layer.ids, ...this.#restorable(entry)];
      this.#liftAll(entry.layer);
      if (entry.state === 'pending' && this.#queue.cancel(entry.job)) {
        entry.state = 'over';
        return this.#tell(entry, { type: 'undone', affected: ids.length, skipped: 0 });
      }
      for (const id of new Set(ids)) overlay.lay(entry.restoring, id);
      entry.isUndoWanted = true;
      if (entry.state === 'done') this.#sendUndo(entry);
    });
    return true;
  }

  canUndo(): boolean {
    return [...this.#made.values()].some(this.#isUndoable);
  }

  onOutcome(listener: (outcome: Outcome) => void): () => void {
    const leave = this.#outcomes.subscribe(listener);
    for (const outcome of this.#untold.splice(0)) listener(outcome);
    return leave;
  }

  /** A bug has moved on; one that was not known may be among those that a pending change is about. */
  moved({ id, before, after }: Transition): void {
    for (const layer of this.#options.overlay.layersOn(id)) {
      const revision = this.#awaited.get(layer)?.get(id);
      if (revision !== undefined && (!after || after.revision > revision))
        this.#options.overlay.lift(layer, id);
    }
    if (before || !after) return;
    for (const entry of this.#made.values()) {
      const isMeant = entry.state === 'pending' && !entry.isUndoWanted && entry.isIncluded(after);
      if (isMeant) this.#options.overlay.lay(entry.layer, id);
    }
  }

  close(): void {
    for (const callOff of this.#timers) callOff();
  }

  /** Shows a change on all bugs that it is about, and notes what each of them was. */
  #lay(entry: Made, ids: ReadonlySet<number> | null, inverses: Map<number, Change>): void {
    const { notifier, entities, overlay } = this.#options;
    notifier.transaction(() => {
      for (const id of ids ?? [...entities.ids()]) {
        const item = entities.isDeleted(id) ? undefined : entities.get(id)?.item;
        if (!item) continue;
        const view = overlay.view(item);
        if (!ids && (overlay.isDeleting(id) || !entry.isIncluded(view))) continue;
        const inverse = inverseOf(entry.change, view);
        if (inverse) inverses.set(id, inverse);
        overlay.lay(entry.layer, id);
      }
    });
  }

  #liftAll(layer: Layer): void {
    for (const id of [...layer.ids]) this.#options.overlay.lift(layer, id);
  }

  #tell(
    { handle, target, change }: Made,
    outcome: DistributiveOmit<Outcome, keyof Pick<Made, 'handle' | 'target' | 'change'>>,
  ): void {
    const whole = { handle, target, change, ...outcome } as Outcome;
    if (this.#outcomes.size > 0) this.#outcomes.emit(whole);
    else this.#untold.push(whole);
    this.#options.onSettled();
  }

  async #send(entry: Made): Promise<void> {
    const { api, notifier, entities } = this.#options;
    const revisions = this.#revisionsOf(entry.layer.ids);
    const { target, change } = entry;
    const [only] = 'ids' in target && entry.job.ids?.size === 1 ? target.ids : [];
    if (only === undefined) return this.#finishMany(entry, revisions, await sendInBulk(api, target, change));
    if ('delete' in change) return this.#finishDeletion(entry, only, await api.deleteOne(only));
    const answer = await compareAndSwap(this.#options, only, () => change);
    if (!answer.ok) return this.#fail(entry, answer.problem);
    const { before, after } = answer.data;
    entry.undoing = { id: only, before };
    notifier.transaction(() => {
      entities.take(after ?? before);
      this.#liftAll(entry.layer);
      this.#succeed(entry, 1, inverseOf(change, before) !== null);
    });
  }

  #finishDeletion(entry: Made, id: number, answer: Answer<void>) {
    // Somebody else has deleted it before: that is what was wanted.
    if (!answer.ok && answer.problem.status !== 404) return this.#fail(entry, answer.problem);
    this.#options.notifier.transaction(() => {
      this.#options.entities.remove(id);
      this.#liftAll(entry.layer);
      this.#succeed(entry, answer.ok ? 1 : 0);
    });
  }

  #finishMany(entry: Made, revisions: ReadonlyMap<number, number>, sent: SentInBulk) {
    const { notifier, entities } = this.#options;
    const { affected, batches, failure } = sent;
    if (failure) return this.#fail(entry, failure.problem, affected, failure.total);
    const { target, change, layer, restoring } = entry;
    if (!('delete' in change)) entry.undoing = { batches };
    const isUnchanged = (id: number) => layer.ids.has(id) && restoring.changeOn(id) === undefined;
    const hasChanged = !('ids' in target && target.ids.every(isUnchanged));
    notifier.transaction(() => {
      if ('delete' in change && 'ids' in target) for (const id of target.ids) entities.remove(id);
      this.#await(layer, revisions);
      this.#succeed(entry, affected, hasChanged);
    });
  }

  #await(layer: Layer, revisions: ReadonlyMap<number, number>): void {
    const { clock, entities, notifier, overlay, refetch } = this.#options;
    for (const [id, revision] of revisions)
      if (entities.isDeleted(id) || (entities.get(id)?.item.revision ?? 0) > revision)
        overlay.lift(layer, id);
    this.#awaited.set(layer, revisions);
    const callOff = clock.after(patienceMs, () => {
      this.#timers.delete(callOff);
      void refetch([...layer.ids]).then(() => {
        this.#awaited.delete(layer);
        notifier.transaction(() => this.#liftAll(layer));
      });
    });
    this.#timers.add(callOff);
  }

  /** `hasChanged`: false when every bug already was as wanted, so that there is nothing to undo. */
  #succeed(entry: Made, affected: number, hasChanged = true) {
    if (entry.isUndoWanted) return this.#sendUndo(entry);
    const canUndo = entry.undoing !== undefined && hasChanged;
    entry.state = canUndo ? 'done' : 'over';
    entry.undoUntil = this.#options.clock.now() + undoMs;
    this.#tell(entry, { type: 'done', affected, undoUntil: canUndo ? entry.undoUntil : null });
  }

  #fail(entry: Made, problem: Problem, affected = 0, total?: number): void {
    entry.state = 'over';
    this.#options.notifier.transaction(() => {
      this.#liftAll(entry.layer);
      this.#liftAll(entry.restoring);
      if (problem.status === 409 && total !== undefined) this.#tell(entry, { type: 'outdated', total });
      else this.#tell(entry, { type: 'failed', problem, affected });
    });
  }

  /** The bugs on which something can be put back, once the service has confirmed it and its layer is gone. */
  #restorable({ state, restoring, target }: Made): number[] {
    const { entities } = this.#options;
    const ids = state !== 'done' ? [] : 'ids' in target ? target.ids : [...entities.ids()];
    return ids.filter((id) => restoring.changeOn(id) !== undefined && entities.get(id) !== undefined);
  }

  readonly #isUndoable = ({ state, undoUntil, isUndoWanted, change }: Made): boolean =>
    state !== 'over' && !isUndoWanted && !('delete' in change) && this.#options.clock.now() <= undoUntil;

  #sendUndo(entry: Made): void {
    const { undoing } = entry;
    entry.state = 'over';
    if (!undoing) return;
    const run = () =>
      'batches' in undoing ? this.#undoMany(entry, undoing.batches) : this.#undoOne(entry, undoing);
    this.#queue.add({ ids: entry.job.ids, run });
  }

  async #undoMany(entry: Made, batches: readonly number[]): Promise<void> {
    const { api, notifier } = this.#options;
    const { restoring } = entry;
    const revisions = this.#revisionsOf(restoring.ids);
    const { affected, skipped, problem } = await takeBack(api, batches);
    notifier.transaction(() => {
      // It is not known which were skipped: events tell what became of the others.
      if (problem || skipped > 0) this.#liftAll(restoring);
      else this.#await(restoring, revisions);
      if (problem) this.#tell(entry, { type: 'undo_failed', problem });
      else this.#tell(entry, { type: 'undone', affected, skipped });
    });
  }

  async #undoOne(entry: Made, { id, before }: { id: number; before: BugItem }): Promise<void> {
    const { notifier, entities } = this.#options;
    const { change } = entry;
    const inverse = inverseOf(change, before) as SingleEdit | null;
    let skipped = 0;
    const answer = await compareAndSwap(this.#options, id, (item) => {
      skipped = applyChange(change, item) === item ? 0 : 1;
      return skipped > 0 ? null : inverse;
    });
    notifier.transaction(() => {
      if (answer.ok) entities.take(answer.data.after ?? answer.data.before);
      this.#liftAll(entry.restoring);
      if (answer.ok) this.#tell(entry, { type: 'undone', affected: answer.data.after ? 1 : 0, skipped });
      else this.#tell(entry, { type: 'undo_failed', problem: answer.problem });
    });
  }

  #revisionsOf(ids: Iterable<number>): Map<number, number> {
    const { entities } = this.#options;
    return new Map([...ids].map((id) => [id, entities.get(id)?.item.revision ?? 0]));
  }

  #forgetOld(): void {
    const now = this.#options.clock.now();
    for (const [handle, { state, undoUntil }] of this.#made)
      if (state === 'over' || (state === 'done' && undoUntil < now)) this.#made.delete(handle);
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function includes(target: Target, { context, shownIn }: Pick<Options, 'context' | 'shownIn'>): Matcher {
  if ('ids' in target) {
    const ids = new Set(target.ids);
    return ({ id }) => ids.has(id);
  }
  const matcher = createMatcher(target.filter, context);
  const except = new Set(target.except);
  const found = isSearch(target.filter) ? shownIn(target.filter) : undefined;
  return (item) => !except.has(item.id) && matcher(item) && (found?.has(item.id) ?? true);
}
