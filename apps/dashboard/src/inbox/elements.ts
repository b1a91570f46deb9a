type Name = 'main' | 'list' | 'row' | `selection ${string}` | `bug ${string}`;

/**
 * Elements that one part of the page renders and another focuses, scrolls or opens a menu at: the main content, what the list
 * scrolls in, the row that Tab reaches, and the buttons of actions for the selection and for the open bug.
 */
export class Elements {
  #all = new Map<Name, HTMLElement>();

  get(name: Name): HTMLElement | null {
    return this.#all.get(name) ?? null;
  }

  /** Names an element. The returned function takes the name away again, unless another element has it by then. */
  name(name: Name, element: HTMLElement): () => void {
    this.#all.set(name, element);
    return () => {
      if (this.#all.get(name) === element) this.#all.delete(name);
    };
  }

  /** The ref of an element that has this name for as long as it is there. */
  ref(name: Name) {
    return (element: HTMLElement | null) => (element ? this.name(name, element) : undefined);
  }

  /** Where the menu of an action opens that no button has asked for. */
  anchorOf(actionId: string): HTMLElement | null {
    return this.get(`selection ${actionId}`) ?? this.get(`bug ${actionId}`) ?? this.get('row');
  }
}
