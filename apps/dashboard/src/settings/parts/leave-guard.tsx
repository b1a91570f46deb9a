import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LeaveQuestion } from '../../components/leave-question.tsx';
import { unsaved } from '../../unsaved.ts';

/**
 * Confirms navigation away from unsaved changes; when the tab closes, the browser asks. It uses the
 * history directly, because the router's hook would add to the initial bundle.
 */
export function LeaveGuard() {
  const { history } = useRouter();
  const [question, setQuestion] = useState<{ answer(isLeaving: boolean): void }>();
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: unsaved.isThere,
        blockerFn: async ({ currentLocation, nextLocation }) => {
          if (!unsaved.isThere() || currentLocation.pathname === nextLocation.pathname) return false;
          // A second navigation while the dialog is open replaces the first.
          const isLeaving = await new Promise<boolean>((answer) => setQuestion({ answer }));
          setQuestion(undefined);
          return !isLeaving;
        },
      }),
    [history],
  );
  return (
    question && <LeaveQuestion onStay={() => question.answer(false)} onLeave={() => question.answer(true)} />
  );
}
