import { useEffect, useEffectEvent } from 'react';
import type { Action } from './action.ts';
import { keyPressed } from './keys.ts';
import { leaveLayer } from './layers.ts';
import { overlay } from './overlay.tsx';
import { allActions } from './registry.ts';
import type { Situation } from './situation.ts';

/** Lets keys run actions, and Escape leave what was entered last. */
export function useKeys(situation: () => Situation): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape' && !event.isComposing) {
      if (leaveLayer()) event.preventDefault();
      return;
    }
    const now = situation();
    const byKey = new Map<string, Action>();
    for (const action of allActions())
      if (action.when?.(now) ?? true) for (const key of action.keys ?? []) byKey.set(key, action);
    const key = keyPressed(event, new Set(byKey.keys()));
    if (key === null || (overlay.isOpen && !key.startsWith('mod+'))) return;
    // Also keeps Firefox from searching in the page at `/`.
    event.preventDefault();
    const action = byKey.get(key);
    if (!event.repeat || action?.isRepeated) action?.run(now, null);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
