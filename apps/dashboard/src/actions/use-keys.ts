import { useEffect, useEffectEvent } from 'react';
import { afterContent } from '../calm.ts';
import type { Action } from './action.ts';
import type { ActionContext } from './action-context.ts';
import { keyPressed } from './keys.ts';
import { leaveLayer } from './layers.ts';
import { overlay } from './overlay.tsx';

/** Actions are not needed for the first render, so they load after the content or on the first key press. */
const load = () => import('./all.ts');
let loaded: Awaited<ReturnType<typeof load>> | undefined;

/** Keys that were pressed before the actions loaded. They are replayed afterwards. */
let early: KeyboardEvent[] = [];

/** Runs actions on shortcuts. Escape closes the top layer. */
export function useKeys(actionContext: () => ActionContext): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape' && !event.isComposing) {
      if (leaveLayer()) event.preventDefault();
      return;
    }
    if (!loaded) {
      early.push(event);
      void fetchActions();
      return;
    }
    const now = actionContext();
    const byKey = new Map<string, Action>();
    for (const action of loaded.allActions())
      if (action.when?.(now) ?? true) for (const key of action.keys ?? []) byKey.set(key, action);
    const key = keyPressed(event, new Set(byKey.keys()));
    if (key === null || (overlay.isOpen && !key.startsWith('mod+'))) return;
    // This also prevents Firefox's quick find on `/`.
    event.preventDefault();
    const action = byKey.get(key);
    if (!event.repeat || action?.isRepeated) action?.run(now, null);
  });
  const fetchActions = useEffectEvent(async () => {
    loaded ??= await load().catch(() => undefined);
    const events = early;
    early = [];
    // If loading failed, these keys are dropped, and the next key retries.
    if (loaded) for (const event of events) onKey(event);
  });
  useEffect(() => {
    void afterContent.then(() => fetchActions());
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
