import type { App } from '../http/app.ts';
import type { Widget } from './widget.ts';

/** The widget's files, for pages of any site, and the page to play with. What a key may know is in `features/widget`. */
export function widgetFileRoutes(app: App, widget: Widget): void {
  const options = { config: { auth: 'public' }, schema: { hide: true }, logLevel: 'warn' } as const;
  const forAll = { ...options, config: { auth: 'public', crossOrigin: true } } as const;
  app.get('/widget.js', forAll, (request, reply) => widget.sendLoader(request, reply, 'widget.js'));
  app.get('/widget.mjs', forAll, (request, reply) => widget.sendLoader(request, reply, 'widget.mjs'));
  app.get<{ Params: { version: string; name: string } }>('/widget/:version/:name', forAll, (request, reply) =>
    widget.sendPart(request, reply, request.params.version, request.params.name),
  );
  app.get('/demo', options, (request, reply) => widget.sendDemo(request, reply, 'demo.html'));
  app.get<{ Params: { name: string } }>('/demo/:name', options, (request, reply) =>
    widget.sendDemo(request, reply, request.params.name),
  );
}
