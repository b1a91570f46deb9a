import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LeaveQuestion } from '../../components/leave-question.tsx';
import { unsaved } from '../../unsaved.ts';

/**
 * Asks before a page with something unsaved is left for another one; before the tab is closed, the browser asks. It uses the
 * history itself: the router's own hook would be part of what every page loads first.
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
          // Whoever goes back once more while the question is there is asked about that instead.
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
