import type { App } from '../http/app.ts';
import type { Dashboard } from './dashboard.ts';

/** The dashboard's own files. Every other address of its own is none of the service's: see `http/not-found.ts`. */
export function dashboardRoutes(app: App, dashboard: Dashboard): void {
  const options = { config: { auth: 'public' }, schema: { hide: true }, logLevel: 'warn' } as const;
  app.get('/', options, dashboard.sendPage);
  app.get<{ Params: { '*': string } }>('/assets/*', options, (request, reply) =>
    dashboard.sendAsset(request, reply, request.params['*']),
  );
}
