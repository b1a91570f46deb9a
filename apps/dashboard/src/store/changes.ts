import type { Api, Edit, Failure } from './api.ts';
import type { Clock } from './clock.ts';
import { applyChange, inverseOf } from './effects.ts';
import type { Entities, Transition } from './entities.ts';
import { createMatcher, isSearch, type MatchContext, type Matcher } from './filter.ts';
import { Emitter, type Notifier } from './notifier.ts';
import type { Layer, Overlay } from './overlay.ts';
import { type Job, Queue } from './queue.ts';
import { compareAndSwap, type SentInBulk, sendInBulk, takeBack } from './send.ts';
import type { BugFilter, BugItem, Change, ChangeHandle, Outcome, OutcomeKind, Target } from './types.ts';

interface Options {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
  overlay: Overlay;
  context: MatchContext;
  /** Bugs that a list shows. Only the server can match a search, so this decides which bugs match one. */
  shownIn(filter: BugFilter): ReadonlySet<number>;
  /** Fetches the visible data again. */
  refetch(): Promise<void>;
  /** Called when a change or an undo has finished. */
  onSettled(): void;
}

/** Undo window. The reporter gets an email after ten seconds, so it must be shorter. */
const undoMs = 8_000;
/** How long to wait for the events of a bulk change before its bugs are fetched. */
const patienceMs = 3_000;

/** What the server needs to undo a change. */
type Undoing = { id: number; before: BugItem } | { batches: number[] };

interface Made {
  handle: ChangeHandle;
  target: Target;
  change: Change;
  job: Job;
  /** pending: queued or in flight · done: can be undone until `undoUntil` · over: finished */
  state: 'pending' | 'done' | 'over';
  undoUntil: number;
  undoing?: Undoing;
  isUndoWanted: boolean;
  layer: Layer;
  /** The inverse change for each bug, which the `restoring` layer shows during an undo. */
  inverses: Map<number, Change>;
  restoring: Layer;
}

/**
 * Optimistic updates: a change shows immediately, is sent, and is then confirmed or rolled back. A single bug changes
 * by compare-and-swap, which returns its new state. Several bugs change in bulk calls, which the server applies and
 * undoes atomically.
 */
export class Changes {
  readonly #options: Options;
  readonly #queue = new Queue();
  readonly #outcomes = new Emitter<Outcome>();
  /** Outcomes from before the first listener subscribed. */
  #untold: Outcome[] | null = [];
  readonly #made = new Map<ChangeHandle, Made>();
  #lastHandle = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  change(target: Target, change: Change): ChangeHandle {
    const ids = 'ids' in target ? new Set(target.ids) : null;
    if (('duplicate_of_id' in change || 'title' in change) && ids?.size !== 1)
      throw new Error('Titles and duplicates are changed one at a time');
    const inverses = new Map<number, Change>();
    const made: Made = {
      handle: ++this.#lastHandle,
      target,
      change,
      job: { ids, run: () => this.#send(made) },
      state: 'pending',
      undoUntil: Number.POSITIVE_INFINITY,
      isUndoWanted: false,
      layer: { ids: new Set(), changeOn: () => change },
      inverses,
      restoring: { ids: new Set(), changeOn: (id) => inverses.get(id) },
    };
    this.#forgetOld();
    this.#made.set(made.handle, made);
    this.#options.notifier.batch(() => this.#lay(made));
    this.#queue.add(made.job);
    return made.handle;
  }

  undo(handle?: ChangeHandle): boolean {
    const { notifier, overlay } = this.#options;
    const made =
      handle === undefined ? [...this.#made.values()].findLast(this.#isUndoable) : this.#made.get(handle);
    if (!made || !this.#isUndoable(made)) return false;
    notifier.batch(() => {
      const isCancelled = made.state === 'pending' && this.#queue.cancel(made.job);
      const affected = made.layer.ids.size;
      overlay.liftAll(made.layer);
      if (isCancelled) {
        made.state = 'over';
        return this.#tell(made, { type: 'undone', affected, skipped: 0 });
      }
      for (const id of made.inverses.keys()) overlay.lay(made.restoring, id);
      made.isUndoWanted = true;
      if (made.state === 'done') this.#sendUndo(made);
    });
    return true;
  }

  canUndo(): boolean {
    return [...this.#made.values()].some(this.#isUndoable);
  }

  onOutcome(listener: (outcome: Outcome) => void): () => void {
    for (const outcome of this.#untold ?? []) listener(outcome);
    this.#untold = null;
    return this.#outcomes.subscribe(listener);
  }

  /** A bug's new state includes the changes that the server has applied, so their layers are removed. */
  moved({ id }: Transition): void {
    const { overlay } = this.#options;
    for (const layer of overlay.layersOn(id)) if (layer.isMade) overlay.lift(layer, id);
  }

  /** Applies a change to the overlay of all its bugs and records the inverse of each. */
  #lay({ target, change, layer, inverses }: Made): void {
    const { entities, overlay } = this.#options;
    const isIncluded = includes(target, this.#options);
    for (const id of 'ids' in target ? target.ids : entities.ids) {
      const item = entities.isDeleted(id) ? undefined : entities.item(id);
      const view = item && overlay.view(item);
      if (!view || layer.ids.has(id) || !isIncluded(view)) continue;
      const inverse = inverseOf(change, view);
      if (inverse) inverses.set(id, inverse);
      overlay.lay(layer, id);
    }
  }

  #tell({ handle, target, change }: Made, kind: OutcomeKind): void {
    const outcome = { handle, target, change, ...kind };
    this.#untold?.push(outcome);
    this.#outcomes.emit(outcome);
    this.#options.onSettled();
  }

  async #send(made: Made): Promise<void> {
    const { api, notifier, entities, overlay } = this.#options;
    const { target, change, job } = made;
    const [only] = 'ids' in target && job.ids?.size === 1 ? target.ids : [];
    if (only === undefined || 'delete' in change)
      return this.#finishMany(made, await sendInBulk(api, target, change));
    const answer = await compareAndSwap(this.#options, only, () => change);
    if (!answer.ok) return this.#fail(made, answer);
    const { before, after } = answer.data;
    made.undoing = { id: only, before };
    notifier.batch(() => {
      entities.take(after ?? before);
      overlay.liftAll(made.layer);
      this.#succeed(made, 1, inverseOf(change, before) !== null);
    });
  }

  #finishMany(made: Made, { affected, batches, failure }: SentInBulk) {
    if (failure) return this.#fail(made, failure, affected);
    const { target, change, layer, inverses } = made;
    if (!('delete' in change)) made.undoing = { batches };
    const isUnchanged = 'ids' in target && inverses.size === 0 && target.ids.every((id) => layer.ids.has(id));
    this.#options.notifier.batch(() => {
      if ('delete' in change && 'ids' in target)
        for (const id of target.ids) this.#options.entities.remove(id);
      this.#keepUntilSeen(layer);
      this.#succeed(made, affected, !isUnchanged);
    });
  }

  /**
   * A bulk response contains no bugs, so the layer stays on each bug until an event or a fetch brings its new state.
   */
  #keepUntilSeen(layer: Layer): void {
    const { clock, entities, notifier, overlay, refetch } = this.#options;
    layer.isMade = true;
    for (const id of [...layer.ids]) {
      const item = entities.item(id);
      const change = layer.changeOn(id);
      const isSeen = item && change && !('delete' in change) && applyChange(change, item) === item;
      if (isSeen || entities.isDeleted(id)) overlay.lift(layer, id);
    }
    clock.after(patienceMs, async () => {
      if (layer.ids.size > 0) await refetch();
      notifier.batch(() => overlay.liftAll(layer));
    });
  }

  /** `hasChanged` is false when the change had no effect, so there is nothing to undo. */
  #succeed(made: Made, affected: number, hasChanged = true) {
    if (made.isUndoWanted) return this.#sendUndo(made);
    const canUndo = made.undoing !== undefined && hasChanged;
    made.state = canUndo ? 'done' : 'over';
    made.undoUntil = this.#options.clock.now() + undoMs;
    this.#tell(made, { type: 'done', affected, undoUntil: canUndo ? made.undoUntil : null });
  }

  #fail(made: Made, { problem, total }: Failure, affected = 0) {
    const { notifier, overlay } = this.#options;
    made.state = 'over';
    notifier.batch(() => {
      overlay.liftAll(made.layer);
      overlay.liftAll(made.restoring);
      if (problem.status === 409 && total !== undefined) this.#tell(made, { type: 'outdated', total });
      else this.#tell(made, { type: 'failed', problem, affected });
    });
  }

  readonly #isUndoable = ({ state, undoUntil, isUndoWanted, change }: Made): boolean =>
    state !== 'over' && !isUndoWanted && !('delete' in change) && this.#options.clock.now() <= undoUntil;

  #sendUndo(made: Made) {
    const { undoing } = made;
    made.state = 'over';
    if (!undoing) return;
    const run = () =>
      'batches' in undoing ? this.#undoMany(made, undoing.batches) : this.#undoOne(made, undoing);
    this.#queue.add({ ids: made.job.ids, run });
  }

  async #undoMany(made: Made, batches: readonly number[]): Promise<void> {
    const { api, notifier, overlay } = this.#options;
    const { affected, skipped, problem } = await takeBack(api, batches);
    notifier.batch(() => {
      // The response does not say which bugs were skipped. Events bring the state of the others.
      if (problem || skipped > 0) overlay.liftAll(made.restoring);
      else this.#keepUntilSeen(made.restoring);
      if (problem) this.#tell(made, { type: 'undo_failed', problem });
      else this.#tell(made, { type: 'undone', affected, skipped });
    });
  }

  async #undoOne(made: Made, { id, before }: { id: number; before: BugItem }): Promise<void> {
    const { notifier, entities, overlay } = this.#options;
    const inverse = inverseOf(made.change, before) as Edit | null;
    let skipped = 0;
    const answer = await compareAndSwap(this.#options, id, (item) => {
      skipped = applyChange(made.change, item) === item ? 0 : 1;
      return skipped > 0 ? null : inverse;
    });
    notifier.batch(() => {
      if (answer.ok) entities.take(answer.data.after ?? answer.data.before);
      overlay.liftAll(made.restoring);
      if (answer.ok) this.#tell(made, { type: 'undone', affected: answer.data.after ? 1 : 0, skipped });
      else this.#tell(made, { type: 'undo_failed', problem: answer.problem });
    });
  }

  #forgetOld(): void {
    const now = this.#options.clock.now();
    for (const [handle, { state, undoUntil }] of this.#made)
      if (state === 'over' || (state === 'done' && undoUntil < now)) this.#made.delete(handle);
  }
}

/** Returns a matcher for the bugs that a target includes, as they are shown. */
function includes(target: Target, { context, shownIn, overlay }: Options): Matcher {
  if ('ids' in target) return () => true;
  const matcher = createMatcher(target.filter, context);
  const except = new Set(target.except);
  const found = isSearch(target.filter) ? shownIn(target.filter) : undefined;
  return (item) =>
    !except.has(item.id) && !overlay.isDeleting(item.id) && matcher(item) && (found?.has(item.id) ?? true);
}
