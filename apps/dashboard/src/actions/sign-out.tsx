import { session } from '../session/session.ts';
import { unsaved } from '../unsaved.ts';
import { menus } from './chunk.ts';
import { overlay } from './overlay.tsx';

/** Signs out, and asks first where something is typed and not saved. */
export function signOut(): void {
  const end = () => session.end();
  if (unsaved.isThere())
    menus.open(({ LeaveQuestion }) => <LeaveQuestion onStay={overlay.close} onLeave={end} />);
  else end();
}
