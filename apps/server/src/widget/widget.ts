import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { ApiError, notFound } from '../errors.ts';
import type { App } from '../http/app.ts';
import {
  type BuiltFile,
  contentSecurityPolicy,
  readBuiltFiles,
  sendBuiltFile,
  sendIfChanged,
} from '../http/built-files.ts';
import { sendError } from '../http/error-handler.ts';
import { allowAnyOrigin } from '../http/headers.ts';
import { packageFolder } from '../package-folder.ts';

const shortCache = 'public, max-age=300, stale-while-revalidate=86400';
const immutableCache = 'public, max-age=31536000, immutable';

/** Widget files for any site, and the demo page. What a key may see is in `features/widget`. */
export function widgetFileRoutes(app: App, { demo, s3 }: Pick<Config, 'demo' | 's3'>): void {
  const files = readWidget(join(packageFolder, '../../packages/widget/dist'));

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    file: BuiltFile | undefined,
    cacheControl = shortCache,
  ) => {
    allowAnyOrigin(reply);
    if (!files)
      return sendError(reply, new ApiError(404, 'The widget is not built. Run npm start to build it.'));
    if (!file) return sendError(reply, notFound());
    reply.header('cache-control', cacheControl);
    return cacheControl === immutableCache
      ? sendBuiltFile(request, reply, file)
      : sendIfChanged(request, reply, file);
  };

  const demoHeaders = {
    'cache-control': 'no-cache',
    // As strict as possible, so that new requirements of the widget show up here first.
    'content-security-policy': contentSecurityPolicy(
      `connect-src 'self'${s3 ? ` ${new URL(s3.endpoint).origin}` : ''}`,
    ),
    'x-robots-tag': 'noindex, nofollow',
  };
  const sendDemo = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const file = files?.demo.get(name);
    if (!demo || !file) return sendError(reply, notFound());
    return sendIfChanged(request, reply.headers(demoHeaders), file);
  };

  const options = { config: { auth: 'public' }, schema: { hide: true }, logLevel: 'warn' } as const;
  const forAll = { ...options, config: { auth: 'public', crossOrigin: true } } as const;
  app.get('/widget.js', forAll, (request, reply) => send(request, reply, files?.loaders.get('widget.js')));
  app.get('/widget.mjs', forAll, (request, reply) => send(request, reply, files?.loaders.get('widget.mjs')));
  app.get<{ Params: { version: string; name: string } }>(
    '/widget/:version/:name',
    forAll,
    (request, reply) => {
      const { version, name } = request.params;
      // A page left open during an update requests an old version. Loaders and parts are compatible across versions, so it gets
      // the current part.
      return send(
        request,
        reply,
        files?.parts.get(name),
        version === files?.version ? immutableCache : shortCache,
      );
    },
  );
  app.get('/demo', options, (request, reply) => sendDemo(request, reply, 'demo.html'));
  app.get<{ Params: { name: string } }>('/demo/:name', options, (request, reply) =>
    sendDemo(request, reply, request.params.name),
  );
}

/** Null if it has not been built. */
function readWidget(folder: string) {
  if (!existsSync(join(folder, 'version'))) return null;
  return {
    version: readFileSync(join(folder, 'version'), 'utf8'),
    loaders: readBuiltFiles(folder, ['widget.js', 'widget.mjs']),
    /** Loaded on demand. */
    parts: readBuiltFiles(join(folder, 'parts')),
    demo: readBuiltFiles(folder, ['demo.html', 'demo.css', 'demo.js']),
  };
}
