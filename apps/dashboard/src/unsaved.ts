/** Tracks forms with unsaved changes. Navigation asks for confirmation first. */
const forms = new Set<symbol>();

export const unsaved = {
  isThere: (): boolean => forms.size > 0,

  /** Registers a form; the returned function unregisters it. */
  note(): () => void {
    const form = Symbol('form');
    forms.add(form);
    return () => {
      forms.delete(form);
    };
  },

  /** Drops all guards, because the page now belongs to a different user. */
  giveUp: (): void => forms.clear(),
};
