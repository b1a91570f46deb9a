import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

/**
 * What lies over the page for a moment: a picker, the palette, the help, a question. There is one at most; whoever opens
 * it does not have to render it. When it closes, focus returns to where it came from.
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
    if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true });
  },
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
    // Closes on browser navigation: a dialog must not outlive its page.
    if (content === null) return;
    addEventListener('popstate', overlay.close);
    return () => removeEventListener('popstate', overlay.close);
  }, [content]);
  return content;
}
