/** Forms of this page in which something stands that is saved nowhere. Whatever leads away from them asks first. */
const forms = new Set<symbol>();

export const unsaved = {
  isThere: (): boolean => forms.size > 0,

  /** Notes that there is such a form; the result takes that back. */
  note(): () => void {
    const form = Symbol('form');
    forms.add(form);
    return () => {
      forms.delete(form);
    };
  },

  /** Nothing may hold the page back any more: it is somebody else's. */
  giveUp: (): void => forms.clear(),
};
