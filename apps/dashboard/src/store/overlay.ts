import { applyChange } from './effects.ts';
import type { BugItem, Change } from './types.ts';

/** One change of this user that the server's state does not show yet, and on which bugs it lies. */
export interface Layer {
  /** What it does to a bug, which differs from bug to bug when something is put back. */
  changeOn(id: number): Change | undefined;
  readonly ids: Set<number>;
}

/**
 * Pending changes, laid over the server's state whenever it is read, in the order in which they were made. They are never mixed
 * into it: taking a layer away shows what the server says.
 */
export interface Overlay {
  /** The bug as the user wants it; the same reference until it or its layers change. */
  view(item: BugItem): BugItem;
  isDeleting(id: number): boolean;
  has(id: number): boolean;
  lay(layer: Layer, id: number): void;
  lift(layer: Layer, id: number): void;
  layersOn(id: number): readonly Layer[];
  /** Every bug that something lies on. */
  ids(): Iterable<number>;
}

export function createOverlay(onChange: (id: number) => void): Overlay {
  const byId = new Map<number, readonly Layer[]>();
  const views = new Map<number, { item: BugItem; layers: readonly Layer[]; view: BugItem }>();
  const none: readonly Layer[] = [];

  const changesOn = (id: number) =>
    (byId.get(id) ?? none).map((layer) => layer.changeOn(id)).filter((change) => change !== undefined);

  return {
    view(item) {
      const layers = byId.get(item.id);
      if (!layers) return item;
      const known = views.get(item.id);
      if (known?.item === item && known.layers === layers) return known.view;
      const view = changesOn(item.id).reduce<BugItem>((shown, change) => applyChange(change, shown), item);
      views.set(item.id, { item, layers, view });
      return view;
    },
    isDeleting: (id) => changesOn(id).some((change) => 'delete' in change),
    has: (id) => byId.has(id),
    lay(layer, id) {
      layer.ids.add(id);
      byId.set(id, [...(byId.get(id) ?? none), layer]);
      onChange(id);
    },
    lift(layer, id) {
      layer.ids.delete(id);
      const rest = (byId.get(id) ?? none).filter((other) => other !== layer);
      if (rest.length > 0) byId.set(id, rest);
      else {
        byId.delete(id);
        views.delete(id);
      }
      onChange(id);
    },
    layersOn: (id) => byId.get(id) ?? none,
    ids: () => byId.keys(),
  };
}
