import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { Inbox } from './routes/inbox.tsx';
import { NotFound } from './routes/not-found.tsx';

/** Every page and its address. Pages that are seldom opened first are fetched when they are needed (`lazyRouteComponent`). */
const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const inbox = createRoute({ getParentRoute: () => root, path: '/', component: Inbox });

export const router = createRouter({ routeTree: root.addChildren([inbox]) });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
