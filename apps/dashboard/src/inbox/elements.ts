type Name = 'main' | 'list' | 'row' | `selection ${string}` | `bug ${string}`;

/**
 * Elements that one component renders and another focuses, scrolls or anchors a menu to: the main content, the scroll
 * container of the list, the row in the tab order, and the action buttons of the selection and of the open bug.
 */
export class Elements {
  #all = new Map<Name, HTMLElement>();

  get(name: Name): HTMLElement | null {
    return this.#all.get(name) ?? null;
  }

  /** Registers an element. The returned function unregisters it, unless another element has taken the name. */
  name(name: Name, element: HTMLElement): () => void {
    this.#all.set(name, element);
    return () => {
      if (this.#all.get(name) === element) this.#all.delete(name);
    };
  }

  /** A ref that registers the element while it is mounted. */
  ref(name: Name) {
    return (element: HTMLElement | null) => (element ? this.name(name, element) : undefined);
  }

  /** Anchor for the menu of an action that was not started by a button. */
  anchorOf(actionId: string): HTMLElement | null {
    return this.get(`selection ${actionId}`) ?? this.get(`bug ${actionId}`) ?? this.get('row');
  }
}
