import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { notFound } from '../errors.ts';
import type { App } from '../http/app.ts';
import { type BuiltFile, readBuiltFile, sendIfChanged } from '../http/built-files.ts';

/** Where Swagger UI lies as browsers load it. The package's own plugin is not used: loading it is a tenth of a start. */
const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');

/** The files of its that the page uses. They are read when they are first asked for. */
const names = ['swagger-ui-bundle.js', 'swagger-ui.css', 'index.css', 'favicon-32x32.png'];

/** The page is built by scripts from our own origin: it may load from here and style itself, and no more. */
const policy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/** Serves interactive documentation (Swagger UI), all of it from our own origin. */
export function docsRoutes(app: App): void {
  const options = { config: { door: 'public' }, schema: { hide: true }, logLevel: 'warn' } as const;
  const files = new Map<string, BuiltFile>();

  const guarded = (reply: FastifyReply) =>
    reply.header('content-security-policy', policy).header('cache-control', 'no-cache');
  for (const path of ['/docs', '/docs/'])
    app.get(path, options, (_request, reply) => guarded(reply).type('text/html; charset=utf-8').send(page));
  app.get('/docs/page.js', options, (_request, reply) =>
    guarded(reply).type('text/javascript; charset=utf-8').send(pageScript),
  );
  app.get<{ Params: { name: string } }>('/docs/static/:name', options, (request, reply) => {
    const { name } = request.params;
    if (!names.includes(name)) throw notFound();
    const file = files.get(name) ?? readBuiltFile(join(folder, name));
    files.set(name, file);
    return sendIfChanged(request, guarded(reply), file);
  });
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Skep API</title>
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/index.css">
<link rel="icon" type="image/png" href="/docs/static/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`;

/**
 * Makes whoever signs up or logs in with "Execute" signed in for all other calls on the page. These go to where the page was
 * loaded from, which may be another address of the service than the one in the document: the page may call nothing else.
 */
const pageScript = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColours);
followColours();

const ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  requestInterceptor: callHome,
  responseInterceptor: signIn,
});

function callHome(request) {
  const { pathname, search } = new URL(request.url, location.href);
  request.url = location.origin + pathname + search;
  return request;
}

function signIn(response) {
  const token = response.ok && response.body && response.body.access_token;
  if (token) ui.preauthorizeApiKey('session', token);
  return response;
}
`;
