import { useEffect } from 'react';
import { toasts } from '../../components/toasts.ts';
import { useInbox } from '../inbox-context.ts';
import { doneWords, failedWords, outdatedWords, undoneWords } from './words.ts';

/** Says what became of every change: done, with a way back; or not, and why. */
export function Outcomes() {
  const { store, triage } = useInbox();
  useEffect(
    () =>
      store.onOutcome((outcome) => {
        switch (outcome.type) {
          case 'done':
            if (outcome.affected === 0) return;
            toasts.show({
              text: doneWords(outcome.change, outcome.target, outcome.affected),
              ...(outcome.undoUntil === null
                ? {}
                : { action: { label: 'Undo', keys: 'z', run: () => store.undo(outcome.handle) } }),
            });
            return;
          case 'undone':
            toasts.show({ text: undoneWords(outcome.affected, outcome.skipped) });
            return;
          case 'outdated':
            triage.selectMatching();
            toasts.show({ text: outdatedWords(outcome.total), isProblem: true });
            return;
          case 'failed':
          case 'undo_failed':
            toasts.show({ text: failedWords(outcome), isProblem: true });
        }
      }),
    [store, triage],
  );
  return null;
}
