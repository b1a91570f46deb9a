import { unsaved } from '../unsaved.ts';
import { keptHere, keptInTab } from './kept.ts';
import { lastCounts } from './last-counts.ts';
import { recentBugs } from './recent-bugs.ts';

/**
 * The session, shared by all tabs of this browser. The access token is in localStorage: the content security policy keeps
 * third-party code away from it, and without a cookie there is no CSRF.
 */
export type SessionState =
  | { kind: 'signed out' }
  | { kind: 'signed in'; userId: number; token: string }
  /** The server rejects the token. The page stays until the same user logs in again. */
  | { kind: 'expired'; userId: number; token: string };

const name = 'skep.session';
/** The token that was rejected in this tab. Other tabs keep it, because they may have unsaved work. */
const refusedName = 'skep.refused';
const listeners = new Set<() => void>();
let state = read();
/** Whether a request has succeeded since the page was loaded, so that there is content worth keeping. */
let hasWorked = false;

function read(): SessionState {
  const token = keptHere.get(name);
  const isRefused = token === keptInTab.get(refusedName);
  const userId = token && !isRefused ? userIdOf(token) : undefined;
  return token && userId ? { kind: 'signed in', userId, token } : { kind: 'signed out' };
}

/** User id from the token. The server verifies it; here it only distinguishes users. */
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

/** Applies a session change of another tab. Reloads when the user is different, so that no data leaks between users. */
function follow(): void {
  const next = read();
  if (next.kind === 'signed out') {
    if (state.kind !== 'signed out') leave('/login');
  } else if (state.kind !== 'signed out' && state.userId !== next.userId) leave('/');
  else become(next);
}

/** Replaces the page and drops its memory. */
function leave(path: string): void {
  unsaved.giveUp();
  location.replace(path);
}

if (typeof window !== 'undefined') {
  // The key is null when everything was cleared.
  addEventListener('storage', ({ key }) => (key === name || key === null) && follow());
  // A page restored from the back/forward cache has missed storage events.
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
}

export const session = {
  get: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Begins a session. Returns whether it belongs to a different user: then the page must reload. */
  begin(token: string): { isSomebodyElse: boolean } {
    const before = state;
    keptHere.set(name, token);
    const next = read();
    const isSomebodyElse =
      before.kind !== 'signed out' && next.kind !== 'signed out' && before.userId !== next.userId;
    // Requests that wait for the previous user's session must not continue as the new user.
    if (!isSomebodyElse) become(next);
    return { isSomebodyElse };
  },

  /** Signs out in all tabs. */
  end(path = '/login'): void {
    keptHere.remove(name);
    lastCounts.forget();
    recentBugs.forget();
    leave(path);
  },

  /** A request with the token succeeded. */
  confirm(): void {
    hasWorked = true;
  },

  /** The server rejected this token. A newer one may still be valid. */
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
