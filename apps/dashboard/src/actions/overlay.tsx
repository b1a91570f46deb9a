import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

/**
 * The overlay of the page: a picker, the palette, the help or a dialog. At most one is open. `OverlayHost` renders it,
 * and closing it restores the focus.
 */
let shown: { content: ReactNode; cameFrom: Element | null } | null = null;
const listeners = new Set<() => void>();

export const overlay = {
  get isOpen() {
    return shown !== null;
  },

  get content(): ReactNode {
    return shown?.content;
  },

  open(content: ReactNode): void {
    shown = { content, cameFrom: shown?.cameFrom ?? document.activeElement };
    for (const listener of listeners) listener();
  },

  close(): void {
    const cameFrom = shown?.cameFrom;
    shown = null;
    for (const listener of listeners) listener();
    const isFocusable = cameFrom instanceof HTMLElement && cameFrom.isConnected && cameFrom !== document.body;
    const target = isFocusable ? cameFrom : overlay.fallback();
    target?.focus({ preventScroll: true });
  },

  /** Gets the focus if nothing had it before, or if that element was replaced while the overlay was open. */
  fallback: (): HTMLElement | null => null,
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function OverlayHost() {
  const content = useSyncExternalStore(subscribe, () => shown)?.content ?? null;
  useEffect(() => {
    // A dialog must not outlive its page, so browser navigation closes it.
    if (content === null) return;
    addEventListener('popstate', overlay.close);
    return () => removeEventListener('popstate', overlay.close);
  }, [content]);
  return content;
}
