import { useEffect, useEffectEvent } from 'react';
import { afterContent } from '../calm.ts';
import type { Action } from './action.ts';
import type { ActionContext } from './action-context.ts';
import { keyPressed } from './keys.ts';
import { leaveLayer } from './layers.ts';
import { overlay } from './overlay.tsx';

/** Nobody does anything before there is something to see: what can be done is fetched after it, or with the first key. */
const load = () => import('./all.ts');
let loaded: Awaited<ReturnType<typeof load>> | undefined;

/** Keys that were pressed before that. They have their effect as soon as it has come. */
let early: KeyboardEvent[] = [];

/** Lets keys run actions, and Escape leave what was entered last. */
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
    // Also keeps Firefox from searching in the page at `/`.
    event.preventDefault();
    const action = byKey.get(key);
    if (!event.repeat || action?.isRepeated) action?.run(now, null);
  });
  const fetchActions = useEffectEvent(async () => {
    loaded ??= await load().catch(() => undefined);
    const events = early;
    early = [];
    // Without it they are lost, as the next ones will be tried again.
    if (loaded) for (const event of events) onKey(event);
  });
  useEffect(() => {
    void afterContent.then(() => fetchActions());
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
