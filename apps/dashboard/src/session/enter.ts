import type { Session } from '@skep/client';
import { useRouter } from '@tanstack/react-router';
import { unsaved } from '../unsaved.ts';
import { safePath } from './return-to.ts';
import { session } from './session.ts';

/** Begins a session and goes to where one wanted to. The door that one came through is not left in the history. */
export function useEnter(): (begun: Session, to: unknown) => void {
  const router = useRouter();
  return (begun, to) => {
    const { isSomebodyElse } = session.begin(begun.access_token);
    // The address, too, may say what somebody else was looking for.
    if (isSomebodyElse) {
      unsaved.giveUp();
      location.replace('/');
    } else router.history.replace(safePath(to));
  };
}
