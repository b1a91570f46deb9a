import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { App } from '../../http/app.ts';
import { type BuiltFile, sendIfChanged } from '../../http/built-files.ts';
import { type Document, docsPage } from './page.ts';
import { script } from './script.ts';
import { style } from './style.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the interactive documentation of the API. The page is rendered from the document when it is first requested. */
export function docsRoutes(root: App, app: FastifyInstance): void {
  const options = { config: { auth: 'public' }, schema: { hide: true }, logLevel: 'warn' } as const;
  const parts: Record<string, () => BuiltFile> = {
    '/docs': () => compressed('text/html', docsPage(app.swagger() as unknown as Document)),
    '/docs/page.js': () => compressed('text/javascript', script),
    '/docs/page.css': () => compressed('text/css', style),
  };
  for (const [path, make] of Object.entries(parts)) {
    let file: BuiltFile | undefined;
    const paths = path === '/docs' ? [path, '/docs/'] : [path];
    for (const url of paths)
      root.get(url, options, (request, reply) => {
        file ??= make();
        reply.header('content-security-policy', policy).header('cache-control', 'no-cache');
        return sendIfChanged(request, reply, file);
      });
  }
}

function compressed(type: string, text: string): BuiltFile {
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 27);
  return {
    type: `${type}; charset=utf-8`,
    etag: `W/"${hash}"`,
    plain,
    encoded: { br: brotliCompressSync(plain), gzip: gzipSync(plain) },
  };
}
