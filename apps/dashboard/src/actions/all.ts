import { duplicateAction } from '../bug/duplicates/action.tsx';
import type { Action } from './action.ts';
import { frameActions } from './frame.tsx';
import { listActions } from './list.ts';
import { pageActions } from './pages.ts';
import { actionsOfPages } from './registry.ts';
import { triageActions } from './triage.tsx';

const everywhere = [...triageActions, duplicateAction, ...listActions, ...frameActions, ...pageActions];

/** Everything that can be done now. A page's action comes before one that is offered everywhere and has the same id. */
export function allActions(): Action[] {
  const byId = new Map<string, Action>();
  for (const action of [...everywhere, ...actionsOfPages()]) byId.set(action.id, action);
  return [...byId.values()];
}
