import type { Clock } from './clock.ts';
import { applyChange } from './effects.ts';
import type { Entities } from './entities.ts';
import type { Notifier } from './notifier.ts';
import type { Layer, Overlay } from './overlay.ts';

/**
 * The answer of a bulk call does not say what became of each bug: events do. Until they come, the change stays laid over what is
 * known. A bug's layer is lifted when a newer revision of it arrives than the one that the change was sent for, or when it
 * makes no difference any more. What is still waiting after a while is asked for.
 */
export interface Confirmations {
  /** The service has made this change. `revisions` are those that bugs had when it was sent. */
  await(layer: Layer, revisions: ReadonlyMap<number, number>): void;
  /** A bug has moved on. */
  moved(id: number): void;
  /** Everything is fetched again. */
  startAfresh(): void;
  close(): void;
}

interface Options {
  clock: Clock;
  entities: Entities;
  overlay: Overlay;
  notifier: Notifier;
  /** Without the stream no event can come: then it makes sense to go on waiting. */
  isLive(): boolean;
  /** Learns what became of these bugs by asking for them. */
  refetch(ids: number[]): Promise<void>;
}

const patienceMs = 3_000;

export function createConfirmations(options: Options): Confirmations {
  const { clock, entities, overlay, notifier, isLive, refetch } = options;
  const awaited = new Map<Layer, ReadonlyMap<number, number>>();
  const timers = new Set<() => void>();

  function settle(layer: Layer, id: number): void {
    const item = entities.isDeleted(id) ? undefined : entities.get(id)?.item;
    const change = layer.changeOn(id);
    const isDeletion = change !== undefined && 'delete' in change;
    const isThere =
      item === undefined ||
      item.revision > (awaited.get(layer)?.get(id) ?? 0) ||
      (!isDeletion && (change === undefined || applyChange(change, item) === item));
    if (!isThere) return;
    overlay.lift(layer, id);
    if (layer.ids.size === 0) awaited.delete(layer);
  }

  function askLater(layer: Layer): void {
    const callOff = clock.after(patienceMs, () => {
      timers.delete(callOff);
      if (!awaited.has(layer)) return;
      if (!isLive()) return askLater(layer);
      void refetch([...layer.ids]).then(() => notifier.transaction(() => lift(layer)));
    });
    timers.add(callOff);
  }

  function lift(layer: Layer): void {
    awaited.delete(layer);
    for (const id of [...layer.ids]) overlay.lift(layer, id);
  }

  return {
    await(layer, revisions) {
      awaited.set(layer, revisions);
      for (const id of [...layer.ids]) settle(layer, id);
      if (awaited.has(layer) && layer.ids.size > 0) askLater(layer);
      else awaited.delete(layer);
    },
    moved(id) {
      for (const layer of overlay.layersOn(id)) if (awaited.has(layer)) settle(layer, id);
    },
    startAfresh() {
      for (const layer of [...awaited.keys()]) lift(layer);
    },
    close() {
      for (const callOff of timers) callOff();
    },
  };
}
