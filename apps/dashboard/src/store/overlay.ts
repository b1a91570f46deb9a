import { applyChange } from './effects.ts';
import type { BugItem, Change } from './types.ts';

/** A pending change that the server state does not include yet, and the bugs that it applies to. */
export interface Layer {
  /** The change to a bug. When a change is undone, it differs per bug. */
  changeOn(id: number): Change | undefined;
  readonly ids: Set<number>;
  /** The server has applied the change, so the layer is removed from a bug when its new state arrives. */
  isMade?: boolean;
}

/**
 * Optimistic updates, applied in order whenever the server state is read. They are never merged into it, so removing a
 * layer shows the server state again.
 */
export class Overlay {
  readonly #byId = new Map<number, readonly Layer[]>();
  readonly #views = new Map<number, { item: BugItem; layers: readonly Layer[]; view: BugItem }>();
  readonly #onChange: (id: number) => void;

  constructor(onChange: (id: number) => void) {
    this.#onChange = onChange;
  }

  /** The bug with its pending changes. The reference is stable until the bug or its layers change. */
  view(item: BugItem): BugItem {
    const layers = this.#byId.get(item.id);
    if (!layers) return item;
    const known = this.#views.get(item.id);
    if (known?.item === item && known.layers === layers) return known.view;
    const view = this.#changesOn(item.id).reduce<BugItem>(
      (shown, change) => applyChange(change, shown),
      item,
    );
    this.#views.set(item.id, { item, layers, view });
    return view;
  }

  isDeleting(id: number): boolean {
    return this.#changesOn(id).some((change) => 'delete' in change);
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  lay(layer: Layer, id: number): void {
    layer.ids.add(id);
    this.#set(id, [...this.layersOn(id), layer]);
  }

  lift(layer: Layer, id: number): void {
    layer.ids.delete(id);
    const rest = this.layersOn(id).filter((other) => other !== layer);
    this.#set(id, rest);
  }

  liftAll(layer: Layer): void {
    for (const id of [...layer.ids]) this.lift(layer, id);
  }

  layersOn(id: number): readonly Layer[] {
    return this.#byId.get(id) ?? [];
  }

  #changesOn(id: number): Change[] {
    return this.layersOn(id).flatMap((layer) => layer.changeOn(id) ?? []);
  }

  #set(id: number, layers: readonly Layer[]): void {
    if (layers.length > 0) this.#byId.set(id, layers);
    else {
      this.#byId.delete(id);
      this.#views.delete(id);
    }
    this.#onChange(id);
  }
}
