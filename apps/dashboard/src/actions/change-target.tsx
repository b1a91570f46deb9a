import { whenCalm } from '../calm.ts';
import type { Triage } from '../inbox/triage/triage.ts';
import type { Change, Target } from '../store/types.ts';
import { later } from './later.tsx';
import { countOf, type Situation } from './situation.ts';

const question = later(() => import('./confirm.tsx'));
void whenCalm.then(question.prefetch);

/** Bulk changes by filter above this count need confirmation. */
const mostUnasked = 50;

/**
 * Makes a change, after a question where it cannot be undone or concerns many bugs that were not selected one by one. With a
 * verdict (`resolve`, `spam`, …) one is done with the bug: the next row, chosen before anything changes, becomes the cursor, and
 * an open panel follows it.
 */
export function changeTarget(now: Situation, target: Target, change: Change, isVerdict: boolean): void {
  const make = () => makeChange(now, target, change, isVerdict);
  const isAsked = 'delete' in change || ('filter' in target && countOf(target) > mostUnasked);
  if (isAsked) question.open(({ Confirm }) => <Confirm target={target} change={change} onConfirm={make} />);
  else make();
}

function makeChange(now: Situation, target: Target, change: Change, isVerdict: boolean): void {
  const { triage, store, go } = now;
  const isMoving = isVerdict && now.page === 'inbox' && isUnderCursor(triage, target);
  const next = isMoving ? triage.next() : null;
  store.change(target, change);
  if (isVerdict && triage.isAllOf(target)) triage.clear();
  if (next === null) return;
  triage.moveTo(next);
  if (now.openBug !== null) go.beside(next, 'replace');
}

function isUnderCursor(triage: Triage, target: Target): boolean {
  if (triage.cursor === null) return false;
  return 'ids' in target ? target.ids.includes(triage.cursor) : !target.except.includes(triage.cursor);
}
