import { unsaved } from '../unsaved.ts';
import { keptHere, keptInTab } from './kept.ts';
import { lastCounts } from './last-counts.ts';
import { recentBugs } from './recent-bugs.ts';

/**
 * Who is signed in, in all tabs of this browser. The access token is kept in localStorage: the content security policy keeps
 * foreign code away from it, and no cookie means no request that another site can forge.
 */
export type SessionState =
  | { kind: 'signed out' }
  | { kind: 'signed in'; userId: number; token: string }
  /** The service no longer takes the token. What is on screen stays, until the same person signs in again. */
  | { kind: 'expired'; userId: number; token: string };

const name = 'skep.session';
/** The token that this tab was refused with. It is left to other tabs, which may have something on screen to keep. */
const refusedName = 'skep.refused';
const listeners = new Set<() => void>();
let state = read();
/** Whether the service has taken a token since the page was loaded: there is something on screen that is worth keeping. */
let hasWorked = false;

function read(): SessionState {
  const token = keptHere.get(name);
  const isRefused = token === keptInTab.get(refusedName);
  const userId = token && !isRefused ? userIdOf(token) : undefined;
  return token && userId ? { kind: 'signed in', userId, token } : { kind: 'signed out' };
}

/** The subject of the token. The service checks it; here it only tells one person from another. */
function userIdOf(token: string): number | undefined {
  try {
    const claims = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return Number(JSON.parse(claims).sub) || undefined;
  } catch {
    return undefined;
  }
}

function become(next: SessionState): void {
  state = next;
  for (const listener of [...listeners]) listener();
}

/** Takes over what another tab has changed. What belongs to one person is never shown to another: then all begins anew. */
function follow(): void {
  const next = read();
  if (next.kind === 'signed out') {
    if (state.kind !== 'signed out') leave('/login');
  } else if (state.kind !== 'signed out' && state.userId !== next.userId) leave('/');
  else become(next);
}

/** Leaves the page for good, with everything that it has in memory. */
function leave(path: string): void {
  unsaved.giveUp();
  location.replace(path);
}

if (typeof window !== 'undefined') {
  // The name is null when everything was cleared.
  addEventListener('storage', ({ key }) => (key === name || key === null) && follow());
  // A page that comes back from the browser's cache has missed what happened meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
}

export const session = {
  get: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Begins a session. Answers whether it is somebody else's than before: then the page has to be loaded anew. */
  begin(token: string): { isSomebodyElse: boolean } {
    const before = state;
    keptHere.set(name, token);
    const next = read();
    const isSomebodyElse =
      before.kind !== 'signed out' && next.kind !== 'signed out' && before.userId !== next.userId;
    // Nothing that waits for the former person's session goes on in the name of the new one.
    if (!isSomebodyElse) become(next);
    return { isSomebodyElse };
  },

  /** Signs out, in all tabs. */
  end(path = '/login'): void {
    keptHere.remove(name);
    lastCounts.forget();
    recentBugs.forget();
    leave(path);
  },

  /** The service has taken this token. */
  confirm(): void {
    hasWorked = true;
  },

  /** The service has refused this token. Another one that has come meanwhile may still be good. */
  refuse(token: string): void {
    if (state.kind !== 'signed in' || state.token !== token) return;
    if (hasWorked) {
      become({ ...state, kind: 'expired' });
    } else {
      keptInTab.set(refusedName, token);
      leave(`/login?to=${encodeURIComponent(location.pathname + location.search)}`);
    }
  },
};
