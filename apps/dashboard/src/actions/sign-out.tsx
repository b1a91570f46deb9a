import { session } from '../session/session.ts';
import { unsaved } from '../unsaved.ts';
import { later } from './later.tsx';
import { overlay } from './overlay.tsx';

const question = later(() => import('../components/leave-question.tsx'));

/** Signs out, after a confirmation if there are unsaved changes. */
export function signOut(): void {
  const end = () => session.end();
  if (unsaved.isThere())
    question.open(({ LeaveQuestion }) => <LeaveQuestion onStay={overlay.close} onLeave={end} />);
  else end();
}
