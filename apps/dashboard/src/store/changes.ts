import type { Answer, Api } from './api.ts';
import { type SentInBulk, sendInBulk, takeBack } from './bulk.ts';
import type { Clock } from './clock.ts';
import { compareAndSwap, type SingleEdit } from './compare-and-swap.ts';
import type { Confirmations } from './confirmations.ts';
import { applyChange, inverseOf } from './effects.ts';
import type { Entities, Transition } from './entities.ts';
import { createMatcher, isSearch, type MatchContext, type Matcher } from './match.ts';
import { createEmitter, type Notifier } from './notifier.ts';
import type { Layer, Overlay } from './overlay.ts';
import { createQueue, type Job } from './queue.ts';
import type { BugFilter, BugItem, Change, ChangeHandle, Outcome, Problem, Target } from './types.ts';

export interface Changes {
  change(target: Target, change: Change): ChangeHandle;
  undo(handle?: ChangeHandle): boolean;
  canUndo(): boolean;
  onOutcome(listener: (outcome: Outcome) => void): () => void;
  /** A bug has moved on; one that was not known may be among those that a pending change is about. */
  moved(transition: Transition): void;
}

interface Options {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
  overlay: Overlay;
  confirmations: Confirmations;
  context: MatchContext;
  /** The bugs that a list shows: with a search, nothing else tells which match. */
  shownIn(filter: BugFilter): ReadonlySet<number>;
}

/** How long a change can be undone: whoever reported the bug is mailed after ten seconds. */
const undoMs = 8_000;

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
export function createChanges(options: Options): Changes {
  const { api, clock, notifier, entities, overlay, confirmations } = options;
  const queue = createQueue();
  const outcomes = createEmitter<Outcome>();
  /** What was told before anybody listened. */
  const untold: Outcome[] = [];
  const made = new Map<ChangeHandle, Made>();
  let lastHandle = 0;

  const liftAll = (layer: Layer) => [...layer.ids].forEach((id) => void overlay.lift(layer, id));
  const tell = (
    { handle, target, change }: Made,
    outcome: DistributiveOmit<Outcome, keyof Pick<Made, 'handle' | 'target' | 'change'>>,
  ) => {
    const whole = { handle, target, change, ...outcome } as Outcome;
    if (outcomes.size > 0) outcomes.emit(whole);
    else untold.push(whole);
  };

  function change(target: Target, wanted: Change): ChangeHandle {
    const handle = ++lastHandle;
    const ids = 'ids' in target ? new Set(target.ids) : null;
    if (('duplicate_of_id' in wanted || 'title' in wanted) && ids?.size !== 1)
      throw new Error('Titles and duplicates are changed one at a time');
    const inverses = new Map<number, Change>();
    const entry: Made = {
      handle,
      target,
      change: wanted,
      job: { ids, run: () => send(entry) },
      state: 'pending',
      undoUntil: Number.POSITIVE_INFINITY,
      undoing: undefined,
      isUndoWanted: false,
      layer: { ids: new Set(), changeOn: () => wanted },
      restoring: { ids: new Set(), changeOn: (id) => inverses.get(id) },
      isIncluded: includes(target, options),
    };
    made.set(handle, entry);
    notifier.transaction(() => {
      for (const id of ids ?? [...entities.ids()]) {
        const item = entities.isDeleted(id) ? undefined : entities.get(id)?.item;
        if (!item) continue;
        const view = overlay.view(item);
        if (!ids && (overlay.isDeleting(id) || !entry.isIncluded(view))) continue;
        const inverse = inverseOf(wanted, view);
        if (inverse) inverses.set(id, inverse);
        overlay.lay(entry.layer, id);
      }
    });
    queue.add(entry.job);
    forgetOld();
    return handle;
  }

  async function send(entry: Made): Promise<void> {
    const revisions = revisionsOf(entry.layer.ids);
    const { target, change } = entry;
    const [only] = 'ids' in target && entry.job.ids?.size === 1 ? target.ids : [];
    if (only === undefined) return finishMany(entry, revisions, await sendInBulk(api, target, change));
    if ('delete' in change) return finishDeletion(entry, only, await api.deleteOne(only));
    const answer = await compareAndSwap(options, only, () => change);
    if (!answer.ok) return fail(entry, answer.problem);
    const { before, after } = answer.data;
    entry.undoing = { id: only, before };
    notifier.transaction(() => {
      entities.take(after ?? before);
      liftAll(entry.layer);
      succeed(entry, 1, inverseOf(change, before) !== null);
    });
  }

  function finishDeletion(entry: Made, id: number, answer: Answer<void>) {
    // Somebody else has deleted it before: that is what was wanted.
    if (!answer.ok && answer.problem.status !== 404) return fail(entry, answer.problem);
    notifier.transaction(() => {
      entities.remove(id);
      liftAll(entry.layer);
      succeed(entry, answer.ok ? 1 : 0);
    });
  }

  function finishMany(entry: Made, revisions: ReadonlyMap<number, number>, sent: SentInBulk) {
    const { affected, batches, failure } = sent;
    if (failure) return fail(entry, failure.problem, affected, failure.total);
    if (!('delete' in entry.change)) entry.undoing = { batches };
    const { layer, restoring } = entry;
    const isUnchanged = (id: number) => layer.ids.has(id) && restoring.changeOn(id) === undefined;
    const hasChanged = !('ids' in entry.target && entry.target.ids.every(isUnchanged));
    notifier.transaction(() => {
      if ('delete' in entry.change && 'ids' in entry.target)
        for (const id of entry.target.ids) entities.remove(id);
      confirmations.await(entry.layer, revisions);
      succeed(entry, affected, hasChanged);
    });
  }

  /** `hasChanged`: false when every bug already was as wanted, so that there is nothing to undo. */
  function succeed(entry: Made, affected: number, hasChanged = true) {
    if (entry.isUndoWanted) return sendUndo(entry);
    const canUndo = entry.undoing !== undefined && hasChanged;
    entry.state = canUndo ? 'done' : 'over';
    entry.undoUntil = clock.now() + undoMs;
    tell(entry, { type: 'done', affected, undoUntil: canUndo ? entry.undoUntil : null });
  }

  function fail(entry: Made, problem: Problem, affected = 0, total?: number): void {
    entry.state = 'over';
    notifier.transaction(() => {
      liftAll(entry.layer);
      liftAll(entry.restoring);
      if (problem.status === 409 && total !== undefined) tell(entry, { type: 'outdated', total });
      else tell(entry, { type: 'failed', problem, affected });
    });
  }

  function undo(handle?: ChangeHandle): boolean {
    const entry = handle === undefined ? [...made.values()].findLast(isUndoable) : made.get(handle);
    if (!entry || !isUndoable(entry)) return false;
    notifier.transaction(() => {
      const ids = [...entry.layer.ids, ...restorable(entry)];
      liftAll(entry.layer);
      if (entry.state === 'pending' && queue.cancel(entry.job)) {
        entry.state = 'over';
        return tell(entry, { type: 'undone', affected: ids.length, skipped: 0 });
      }
      for (const id of new Set(ids)) overlay.lay(entry.restoring, id);
      entry.isUndoWanted = true;
      if (entry.state === 'done') sendUndo(entry);
    });
    return true;
  }

  /** The bugs on which something can be put back, once the service has confirmed it and its layer is gone. */
  const restorable = ({ state, restoring, target }: Made) => {
    const ids = state !== 'done' ? [] : 'ids' in target ? target.ids : [...entities.ids()];
    return ids.filter((id) => restoring.changeOn(id) !== undefined && entities.get(id) !== undefined);
  };

  const isUndoable = ({ state, undoUntil, isUndoWanted, change }: Made) =>
    state !== 'over' && !isUndoWanted && !('delete' in change) && clock.now() <= undoUntil;

  function sendUndo(entry: Made): void {
    entry.state = 'over';
    queue.add({ ids: entry.job.ids, run: () => runUndo(entry) });
  }

  async function runUndo(entry: Made): Promise<void> {
    const { undoing, change, restoring } = entry;
    if (!undoing) return;
    if ('batches' in undoing) {
      const revisions = revisionsOf(restoring.ids);
      const { affected, skipped, problem } = await takeBack(api, undoing.batches);
      notifier.transaction(() => {
        // It is not known which were skipped: events tell what became of the others.
        if (problem || skipped > 0) liftAll(restoring);
        else confirmations.await(restoring, revisions);
        if (problem) tell(entry, { type: 'undo_failed', problem });
        else tell(entry, { type: 'undone', affected, skipped });
      });
      return;
    }
    const isStillSo = (item: BugItem) => applyChange(change, item) === item;
    const inverse = inverseOf(change, undoing.before) as SingleEdit | null;
    let skipped = 0;
    const answer = await compareAndSwap(options, undoing.id, (item) => {
      skipped = isStillSo(item) ? 0 : 1;
      return skipped > 0 ? null : inverse;
    });
    notifier.transaction(() => {
      if (answer.ok) entities.take(answer.data.after ?? answer.data.before);
      liftAll(restoring);
      if (answer.ok) tell(entry, { type: 'undone', affected: answer.data.after ? 1 : 0, skipped });
      else tell(entry, { type: 'undo_failed', problem: answer.problem });
    });
  }

  function revisionsOf(ids: Iterable<number>): Map<number, number> {
    return new Map([...ids].map((id) => [id, entities.get(id)?.item.revision ?? 0]));
  }

  function forgetOld(): void {
    const now = clock.now();
    for (const [handle, { state, undoUntil }] of made)
      if (state === 'over' || (state === 'done' && undoUntil < now)) made.delete(handle);
  }

  return {
    change,
    undo,
    canUndo: () => [...made.values()].some(isUndoable),
    onOutcome(listener) {
      const leave = outcomes.subscribe(listener);
      for (const outcome of untold.splice(0)) listener(outcome);
      return leave;
    },
    moved({ id, before, after }) {
      if (before || !after) return;
      for (const entry of made.values()) {
        const isMeant = entry.state === 'pending' && !entry.isUndoWanted && entry.isIncluded(after);
        if (isMeant) overlay.lay(entry.layer, id);
      }
    },
  };
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
