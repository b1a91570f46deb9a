import { existsSync, readdirSync } from 'node:fs';
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
import { packageFolder } from '../package-folder.ts';

interface Dashboard {
  /** Sends the page, which finds out itself what stands at the address that it was asked for. */
  sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  sendAsset(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply;
}

interface Settings {
  s3: { endpoint: string } | null;
}

/** Assets have a hash of their content in their names and never change. The page, which names them, is asked for anew each time. */
export function openDashboard({ s3 }: Settings): Dashboard {
  const files = readDashboard(builtDashboard);
  const pageHeaders = {
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(s3?.endpoint),
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'x-robots-tag': 'noindex, nofollow',
  };
  const assetHeaders = {
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  };

  return {
    sendPage(request, reply) {
      if (!files)
        return sendError(reply, new ApiError(404, 'The dashboard is not built: npm start builds it'));
      return sendIfChanged(request, reply.headers(pageHeaders), files.page);
    },
    sendAsset(request, reply, name) {
      const file = files?.assets.get(name);
      if (!file) return sendError(reply, notFound());
      return sendBuiltFile(request, reply.headers(assetHeaders), file);
    },
  };
}

interface DashboardFiles {
  page: BuiltFile;
  assets: Map<string, BuiltFile>;
}

const builtDashboard = join(packageFolder, '../dashboard/dist');

/** Reads the built dashboard into memory, which it needs little of. Null when it has not been built. */
function readDashboard(folder: string): DashboardFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter(isServed);
  return {
    page: readBuiltFile(join(folder, 'index.html')),
    assets: new Map(names.map((name) => [name, readBuiltFile(join(assets, name))])),
  };
}

/**
 * The content security policy of the dashboard's page: code and styles from our own files only, no text that becomes code
 * (trusted types), images from here and from the store that attachments lie in. Forms are sent by script, so that no password
 * can ever get into an address.
 */
function contentSecurityPolicy(s3Endpoint: string | undefined): string {
  const imageSources = ["'self'", 'blob:', s3Endpoint && new URL(s3Endpoint).origin].filter(Boolean);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${imageSources.join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** The dashboard's own files. Every other address of its own is none of the service's: see `http/error-handler.ts`. */
export function dashboardRoutes(app: App, dashboard: Dashboard): void {
  const options = { config: { auth: 'public' }, schema: { hide: true }, logLevel: 'warn' } as const;
  app.get('/', options, dashboard.sendPage);
  app.get<{ Params: { '*': string } }>('/assets/*', options, (request, reply) =>
    dashboard.sendAsset(request, reply, request.params['*']),
  );
}
