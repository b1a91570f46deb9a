import { existsSync } from 'node:fs';
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
import { packageFolder } from '../package-folder.ts';

type Dashboard = ReturnType<typeof openDashboard>;

/** Assets have content hashes in their names and never change. The page is revalidated on every load. */
export function openDashboard({ s3 }: Pick<Config, 's3'>) {
  const folder = join(packageFolder, '../dashboard/dist');
  const page = existsSync(folder) ? readBuiltFiles(folder).get('index.html') : undefined;
  const assets: Map<string, BuiltFile> = page ? readBuiltFiles(join(folder, 'assets')) : new Map();
  const store = s3 ? ` ${new URL(s3.endpoint).origin}` : '';
  const pageHeaders = {
    'cache-control': 'no-cache',
    // Forms are submitted by script, so that passwords never appear in a URL.
    'content-security-policy': contentSecurityPolicy(
      `img-src 'self' blob:${store}`,
      "font-src 'self'",
      // Comment images are uploaded directly to the store.
      `connect-src 'self'${store}`,
    ),
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'x-robots-tag': 'noindex, nofollow',
  };
  const assetHeaders = {
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  };
  return {
    sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      if (!page)
        return sendError(reply, new ApiError(404, 'The dashboard is not built. Run npm start to build it.'));
      return sendIfChanged(request, reply.headers(pageHeaders), page);
    },
    sendAsset(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply {
      const file = assets.get(name);
      if (!file) return sendError(reply, notFound());
      return sendBuiltFile(request, reply.headers(assetHeaders), file);
    },
  };
}

/** Other dashboard URLs are client-side routes, handled in `http/error-handler.ts`. */
export function dashboardRoutes(app: App, dashboard: Dashboard): void {
  const options = { config: { auth: 'public' }, schema: { hide: true }, logLevel: 'warn' } as const;
  app.get('/', options, dashboard.sendPage);
  app.get<{ Params: { '*': string } }>('/assets/*', options, (request, reply) =>
    dashboard.sendAsset(request, reply, request.params['*']),
  );
}
