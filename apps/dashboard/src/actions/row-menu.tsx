import type { Anchor } from '../components/place.ts';
import type { Action } from './action.ts';
import type { ActionContext } from './action-context.ts';
import { ActionMenu } from './action-menu.tsx';
import { allActions } from './registry.ts';

const isPossible = ({ when }: Action, now: ActionContext) => when?.(now) ?? true;

/** Actions on these bugs: selection, and the palette actions that need a bug. */
function actionsFor(now: ActionContext): Action[] {
  const possible = allActions().filter((action) => isPossible(action, now));
  return [
    ...possible.filter(({ id }) => id === 'select'),
    ...possible.filter((action) => !action.isHidden && !isPossible(action, { ...now, target: null })),
  ];
}

/** Context menu of a row, on right click or long press. */
export const RowMenu = ({ now, anchor }: { now: ActionContext; anchor: Anchor }) => (
  <ActionMenu now={now} actions={actionsFor(now)} anchor={anchor} />
);
