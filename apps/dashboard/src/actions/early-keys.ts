/** Keys that menus know, besides characters. */
const named = ['Enter', 'Escape', 'Backspace', 'ArrowDown', 'ArrowUp'];

/** Keys that were pressed for a menu which is not there yet. */
export interface EarlyKeys {
  /** Types them into what has opened. */
  replay(): Promise<void>;
  drop(): void;
}

/**
 * Keeps the keys that are pressed from now on, until the menu that they are meant for has come. Nothing else sees them. Escape
 * calls it off, unless it comes after others: these have their effect first, and then it closes what they have led to.
 */
export function keepEarlyKeys(isWanted: () => boolean, callOff: () => void): EarlyKeys {
  const kept: string[] = [];
  let isReplaying = false;

  function keep(event: KeyboardEvent): void {
    if (!isReplaying && !isWanted()) {
      drop();
      return;
    }
    // Ctrl-K closes what it has opened, and composing is beyond what could be repeated.
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape' && !isReplaying && kept.length === 0) {
      drop();
      callOff();
    } else if (!event.repeat && (event.key.length === 1 || named.includes(event.key))) kept.push(event.key);
  }

  const drop = () => removeEventListener('keydown', keep, true);
  addEventListener('keydown', keep, true);
  return {
    drop,
    async replay() {
      isReplaying = true;
      // Also when there are none yet: a menu takes a moment until it has the focus, and keys that come before go on being kept.
      await import('./replay-keys.ts').then(({ replayKeys }) => replayKeys(kept), drop);
      drop();
    },
  };
}
