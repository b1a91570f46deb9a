import { useEffect } from 'react';
import { idsOf } from '../../actions/action-context.ts';
import { toasts } from '../../components/toasts.ts';
import type { ChangeHandle } from '../../store/types.ts';
import { useInbox } from '../inbox-context.ts';
import { doneWords, failedWords, outdatedWords, undoneWords } from './words.ts';

/** Toast ids by change. Undoing a change hides its toast. */
const told = new Map<ChangeHandle, number>();
/** Only the last undo shows a toast. */
let lastUndone = 0;

/** Shows a toast for each outcome: success with an undo button, or the reason for a failure. */
export function Outcomes() {
  const { store, listSelection } = useInbox();
  useEffect(() => {
    const undo = (handle: ChangeHandle) =>
      store.undo(handle) || toasts.show({ text: 'Too late to undo', isProblem: true });
    return store.onOutcome((outcome) => {
      switch (outcome.type) {
        case 'done':
          if (outcome.affected === 0) return;
          told.set(
            outcome.handle,
            toasts.show({
              text: doneWords(outcome.change, outcome.target, outcome.affected),
              ...(outcome.undoUntil === null
                ? {}
                : { action: { label: 'Undo', keys: 'z', run: () => undo(outcome.handle) } }),
            }),
          );
          return;
        case 'undone': {
          toasts.hide(told.get(outcome.handle) ?? 0);
          // After an undo, the cursor returns to the bug.
          const [only, ...others] = idsOf(outcome.target);
          if (only !== undefined && others.length === 0 && (listSelection.window?.indexOf(only) ?? -1) >= 0)
            listSelection.moveTo(only);
          toasts.hide(lastUndone);
          lastUndone = toasts.show({ text: undoneWords(outcome) });
          return;
        }
        case 'outdated':
          if ('filter' in outcome.target) listSelection.selectAgain(outcome.target, outcome.total);
          toasts.show({ text: outdatedWords(outcome.total), isProblem: true });
          return;
        case 'failed':
        case 'undo_failed':
          toasts.show({ text: failedWords(outcome), isProblem: true });
      }
    });
  }, [store, listSelection]);
  return null;
}
