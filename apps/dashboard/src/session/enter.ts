import type { Session } from '@skep/client';
import { useRouter } from '@tanstack/react-router';
import { unsaved } from '../unsaved.ts';
import { safePath } from './return-to.ts';
import { session } from './session.ts';

/** Begins a session and replaces the login page in the history with the target page. */
export function useEnter(): (begun: Session, to: unknown) => void {
  const router = useRouter();
  return (begun, to) => {
    const { isSomebodyElse } = session.begin(begun.access_token);
    // The URL may contain the previous user's filters.
    if (isSomebodyElse) {
      unsaved.giveUp();
      location.replace('/');
    } else router.history.replace(safePath(to));
  };
}
