import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../errors.ts';
import type { App } from '../http/app.ts';
import {
  type BuiltFile,
  isServed,
  readBuiltFile,
  sendBuiltFile,
  sendIfChanged,
} from '../http/built-files.ts';
import { sendError } from '../http/error-handler.ts';
import { letOthersRead } from '../http/headers.ts';
import { packageFolder } from '../package-folder.ts';

interface Widget {
  /** The script or the module that pages name: its address stays, so it is asked for anew after a while. */
  sendLoader(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply;
  sendPart(request: FastifyRequest, reply: FastifyReply, version: string, name: string): FastifyReply;
  sendDemo(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply;
}

interface Settings {
  demo: boolean;
  s3: { endpoint: string } | null;
}

const fewMinutes = 'public, max-age=300, stale-while-revalidate=86400';
const forEver = 'public, max-age=31536000, immutable';

export function openWidget({ demo, s3 }: Settings): Widget {
  const files = readWidget(builtWidget);

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    file: BuiltFile | undefined,
    cacheControl: string,
  ) => {
    letOthersRead(reply);
    if (!files) return sendError(reply, new ApiError(404, 'The widget is not built: npm start builds it'));
    if (!file) return sendError(reply, notFound());
    reply.header('cache-control', cacheControl);
    return cacheControl === forEver
      ? sendBuiltFile(request, reply, file)
      : sendIfChanged(request, reply, file);
  };

  return {
    sendLoader: (request, reply, name) => send(request, reply, files?.loaders.get(name), fewMinutes),
    // A page that has stayed open over an update asks for a version that is no more. Loaders and parts of all versions
    // understand each other, so it gets the part as it is now, for a while.
    sendPart: (request, reply, version, name) =>
      send(request, reply, files?.parts.get(name), version === files?.version ? forEver : fewMinutes),
    sendDemo(request, reply, name) {
      const file = files?.demo.get(name);
      if (!demo || !file) return sendError(reply, notFound());
      reply.headers({
        'cache-control': 'no-cache',
        'content-security-policy': demoPolicy(s3?.endpoint),
        'x-robots-tag': 'noindex, nofollow',
      });
      return sendIfChanged(request, reply, file);
    },
  };
}

interface WidgetFiles {
  /** A hash of its sources. */
  version: string;
  loaders: Map<string, BuiltFile>;
  parts: Map<string, BuiltFile>;
  demo: Map<string, BuiltFile>;
}

const builtWidget = join(packageFolder, '../../packages/widget/dist');

function readWidget(folder: string): WidgetFiles | null {
  if (!existsSync(join(folder, 'version'))) return null;
  const read = (place: string, names: string[]) =>
    new Map(names.map((name) => [name, readBuiltFile(join(place, name))]));
  const parts = join(folder, 'parts');
  return {
    version: readFileSync(join(folder, 'version'), 'utf8'),
    loaders: read(folder, ['widget.js', 'widget.mjs']),
    parts: read(parts, readdirSync(parts).filter(isServed)),
    demo: read(folder, ['demo.html', 'demo.css', 'demo.js']),
  };
}

/**
 * The content security policy of the demonstration: as strict as a page with the widget can be, so that whatever the widget
 * needs more shows there first.
 */
function demoPolicy(s3Endpoint: string | undefined): string {
  const store = s3Endpoint ? ` ${new URL(s3Endpoint).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${store}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

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
