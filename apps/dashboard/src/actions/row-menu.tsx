import type { Anchor } from '../components/place.ts';
import type { Action } from './action.ts';
import { ActionMenu } from './action-menu.tsx';
import { allActions } from './registry.ts';
import type { Situation } from './situation.ts';

const isPossible = ({ when }: Action, now: Situation) => when?.(now) ?? true;

/** Everything that can be done with these bugs: selecting, and the palette's actions that nobody could do without a bug. */
function actionsFor(now: Situation): Action[] {
  const possible = allActions().filter((action) => isPossible(action, now));
  return [
    ...possible.filter(({ id }) => id === 'select'),
    ...possible.filter((action) => !action.isHidden && !isPossible(action, { ...now, target: null })),
  ];
}

/** The menu of a row, at a right click or a long press. */
export const RowMenu = ({ now, anchor }: { now: Situation; anchor: Anchor }) => (
  <ActionMenu now={now} actions={actionsFor(now)} anchor={anchor} />
);
