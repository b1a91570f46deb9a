import { type StatsRange, statsRanges } from '@skep/vocabulary';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { NotLoaded } from './components/loaded.tsx';
import { readAddress } from './inbox/filter/address.ts';
import { parseQuery, writeQuery } from './inbox/filter/query-string.ts';
import { SignedIn } from './inbox/frame/signed-in.tsx';
import { Inbox } from './routes/inbox.tsx';
import { Root } from './routes/root.tsx';
import { demandSession } from './session/guard.ts';
import { safePath } from './session/return-to.ts';
import { session } from './session/session.ts';

/** All routes. Pages that are rarely opened first are lazy-loaded (`lazyRouteComponent`). */
const loadAuthPages = () => import('./routes/auth-pages.ts');

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(loadAuthPages, 'NotFound'),
});

/** Routes below require a session. */
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: demandSession });

/** Bug pages. They share the list filter in the URL, so that closing a bug returns to the same list. */
const frame = createRoute({
  getParentRoute: () => signedIn,
  id: 'frame',
  validateSearch: readAddress,
  component: SignedIn,
});

const inbox = createRoute({ getParentRoute: () => frame, path: '/', component: Inbox });

const bug = createRoute({
  getParentRoute: () => frame,
  path: '/bugs/$id',
  component: lazyRouteComponent(() => import('./routes/bug.tsx'), 'BugPage'),
});

const loadSettings = () => import('./routes/settings.ts');

/** A settings page, in the same frame as the list. */
const settingsPage = <Path extends string>(
  path: Path,
  name: keyof Awaited<ReturnType<typeof loadSettings>>,
) => createRoute({ getParentRoute: () => frame, path, component: lazyRouteComponent(loadSettings, name) });

const teamStats = createRoute({
  getParentRoute: () => frame,
  path: '/teams/$teamId/stats',
  // The router merges this over the raw parameters, so a bad value has to be returned as undefined.
  validateSearch: ({ range }: Record<string, unknown>): { range?: StatsRange | undefined } => ({
    range: statsRanges.find((one) => one === range),
  }),
  component: lazyRouteComponent(loadSettings, 'TeamStats'),
});

const settings = [
  settingsPage('/projects/$projectId/settings', 'ProjectSettings'),
  settingsPage('/projects/$projectId/webhooks', 'Webhooks'),
  settingsPage('/projects/$projectId/start', 'Start'),
  settingsPage('/projects/new', 'NewProjectPage'),
  settingsPage('/teams/new', 'NewTeamPage'),
  settingsPage('/teams/$teamId/settings', 'TeamSettings'),
  settingsPage('/teams/$teamId/members', 'TeamMembers'),
  settingsPage('/teams/$teamId/labels', 'TeamLabels'),
  settingsPage('/me/settings', 'MySettings'),
  settingsPage('/me/settings/mcp', 'McpTokens'),
  settingsPage('/operator', 'OperatorOverview'),
  settingsPage('/operator/teams', 'OperatorTeams'),
  settingsPage('/operator/users', 'OperatorUsers'),
  teamStats,
] as const;

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Search parameters of the login pages: return path and OAuth error. */
interface AuthSearch {
  to?: string | undefined;
  error?: string | undefined;
}

function readAuthSearch({ to, error }: Record<string, unknown>): AuthSearch {
  return { to: text(to) || undefined, error: text(error) || undefined };
}

/** Redirects signed-in users. */
function passThrough({ search }: { search: AuthSearch }): void {
  if (session.get().kind !== 'signed out') throw redirect({ href: safePath(search.to), replace: true });
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readAuthSearch,
  beforeLoad: passThrough,
  component: lazyRouteComponent(loadAuthPages, 'Login'),
});

const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  validateSearch: readAuthSearch,
  beforeLoad: passThrough,
  component: lazyRouteComponent(loadAuthPages, 'Signup'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(loadAuthPages, 'ForgotPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(loadAuthPages, 'ResetPassword'),
});

const authCallback = createRoute({
  getParentRoute: () => root,
  path: '/auth/callback',
  component: lazyRouteComponent(loadAuthPages, 'AuthCallback'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(loadAuthPages, 'Invitation'),
});

const verifyEmail = createRoute({
  getParentRoute: () => signedIn,
  path: '/verify-email',
  component: lazyRouteComponent(loadAuthPages, 'VerifyEmail'),
});

const authPages = [login, signup, forgotPassword, resetPassword, authCallback, invitation];

export const router = createRouter({
  routeTree: root.addChildren([
    signedIn.addChildren([frame.addChildren([inbox, bug, ...settings]), verifyEmail]),
    ...authPages,
  ]),
  defaultErrorComponent: NotLoaded,
  // Removes search parameters that no `validateSearch` returns.
  search: { strict: true },
  parseSearch: parseQuery,
  stringifySearch: writeQuery,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
