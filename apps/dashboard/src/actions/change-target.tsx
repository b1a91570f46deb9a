import { whenCalm } from '../calm.ts';
import type { ListSelection } from '../inbox/selection/list-selection.ts';
import type { Change, Target } from '../store/types.ts';
import { type ActionContext, countOf } from './action-context.ts';
import { later } from './later.tsx';

const question = later(() => import('./confirm.tsx'));
void whenCalm.then(question.prefetch);

/** Bulk changes by filter above this count need confirmation. */
const maxUnasked = 50;

/**
 * Makes a change, after a confirmation if it cannot be undone or affects many bugs that were not selected individually.
 * A verdict (`resolve`, `spam`, …) finishes the bug: the cursor moves to the next row, chosen before the change, and an
 * open panel follows.
 */
export function changeTarget(now: ActionContext, target: Target, change: Change, isVerdict: boolean): void {
  const make = () => makeChange(now, target, change, isVerdict);
  const isAsked = 'delete' in change || ('filter' in target && countOf(target) > maxUnasked);
  if (isAsked) question.open(({ Confirm }) => <Confirm target={target} change={change} onConfirm={make} />);
  else make();
}

function makeChange(now: ActionContext, target: Target, change: Change, isVerdict: boolean): void {
  const { listSelection, store, go } = now;
  const isMoving = isVerdict && now.page === 'inbox' && isUnderCursor(listSelection, target);
  const next = isMoving ? listSelection.next() : null;
  store.change(target, change);
  if (isVerdict && listSelection.isAllOf(target)) listSelection.clear();
  if (next === null) return;
  listSelection.moveTo(next);
  if (now.openBug !== null) go.beside(next, 'replace');
}

function isUnderCursor(listSelection: ListSelection, target: Target): boolean {
  if (listSelection.cursor === null) return false;
  return 'ids' in target
    ? target.ids.includes(listSelection.cursor)
    : !target.except.includes(listSelection.cursor);
}
