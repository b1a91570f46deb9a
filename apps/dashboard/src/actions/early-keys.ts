/** Keys that menus know, besides characters. */
const named = ['Enter', 'Backspace', 'ArrowDown', 'ArrowUp'];

/** Keys that were pressed for a menu which is not there yet. */
export interface EarlyKeys {
  /** Types them into what has opened. */
  replay(): Promise<void>;
  drop(): void;
}

/**
 * Keeps the keys that are pressed from now on, until the menu that they are meant for has come. Nothing else sees them. Escape
 * calls it off.
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
    if (event.key === 'Escape') {
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
      // Hardly anybody is that fast, so what types is fetched for those who are.
      if (kept.length > 0) await import('./replay-keys.ts').then(({ replayKeys }) => replayKeys(kept), drop);
      drop();
    },
  };
}
