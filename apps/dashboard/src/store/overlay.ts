import { applyChange } from './effects.ts';
import type { BugItem, Change } from './types.ts';

/** One change of this user that the server's state does not show yet, and on which bugs it lies. */
export interface Layer {
  /** What it does to a bug, which differs from bug to bug when something is put back. */
  changeOn(id: number): Change | undefined;
  readonly ids: Set<number>;
  /** The service has made it: it goes as soon as a bug's new state comes. */
  isMade?: boolean;
}

/**
 * Pending changes, laid over the server's state whenever it is read, in the order in which they were made. They are never mixed
 * into it: taking a layer away shows what the server says.
 */
export class Overlay {
  readonly #byId = new Map<number, readonly Layer[]>();
  readonly #views = new Map<number, { item: BugItem; layers: readonly Layer[]; view: BugItem }>();
  readonly #onChange: (id: number) => void;

  constructor(onChange: (id: number) => void) {
    this.#onChange = onChange;
  }

  /** The bug as the user wants it; the same reference until it or its layers change. */
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
