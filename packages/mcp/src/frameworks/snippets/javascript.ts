import { oneFile, type Render, type Target, widgetHint, widgetTag } from './snippet.ts';

const typing = (typed: boolean) => (type: string) => (typed ? `: ${type}` : '');

const start = ({ endpoint, key }: Target, typed: boolean) => `const endpoint = ${JSON.stringify(endpoint)};
const key = ${JSON.stringify(key)};
const cut = (text${typing(typed)('string')}, length${typing(typed)('number')}) => Array.from(text).slice(0, length).join('');
`;

const toError = 'error instanceof Error ? error : new Error(String(error))';
const titleOf = "cut(known.message.trim() || known.name || 'Unknown error', 500)";

/** Reports uncaught errors and unhandled rejections, each once and at most ten per page. */
const browserCode = (target: Target) => `${start(target, true)}const sent = new Set<string>();

export async function reportBug(error: unknown): Promise<void> {
  const known = ${toError};
  const title = ${titleOf};
  if (sent.has(title) || sent.size >= 10) return;
  sent.add(title);
  await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({
      title,
      description: cut(\`\${known.name}: \${known.message}\`, 10_000),
      severity: 'high',
      stack_trace: known.stack ? cut(known.stack, 10_000) : null,
      url: location.origin + location.pathname,
    }),
    keepalive: true,
  }).catch(() => {});
}

addEventListener('error', (event) => void reportBug(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => void reportBug(event.reason));`;

function serverCode(target: Target, typed: boolean): string {
  const as = typing(typed);
  return `${start(target, typed)}
export async function reportBug(error${as('unknown')}, where = '')${as('Promise<void>')} {
  const known = ${toError};
  await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({
      title: ${titleOf},
      description: cut(\`\${known.name}: \${known.message}\\n\${where}\`, 10_000),
      severity: 'high',
      stack_trace: known.stack ? cut(known.stack, 10_000) : null,
      environment: process.env.NODE_ENV ?? null,
    }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => {});
}`;
}

export const nextjs: Render = (target) => ({
  files: [
    { path: 'instrumentation-client.ts', code: browserCode(target) },
    {
      path: 'instrumentation.ts',
      code: `${serverCode(target, true)}

export async function onRequestError(error: unknown, request: { method: string; path: string }) {
  await reportBug(error, \`\${request.method} \${request.path}\`);
}`,
    },
  ],
  steps: [
    'Put both files next to next.config, or into src/ if the project has that folder. Next.js 15.3 or newer loads them automatically.',
    widgetHint(target),
  ],
});

export const nuxt: Render = (target) =>
  oneFile(
    'app/plugins/skep.client.ts',
    `${browserCode(target)}

export default defineNuxtPlugin((nuxtApp) => {
  nuxtApp.hook('vue:error', (error) => void reportBug(error));
});`,
    'In Nuxt 3, use the folder plugins/ instead of app/plugins/.',
    widgetHint(target),
  );

export const sveltekit: Render = (target) => ({
  files: [
    {
      path: 'src/hooks.client.ts',
      code: `import type { HandleClientError } from '@sveltejs/kit';

${browserCode(target)}

export const handleError: HandleClientError = ({ error }) => void reportBug(error);`,
    },
    {
      path: 'src/hooks.server.ts',
      code: `import type { HandleServerError } from '@sveltejs/kit';

${serverCode(target, true)}

export const handleError: HandleServerError = async ({ error, event, status }) => {
  if (status >= 500) await reportBug(error, event.url.pathname);
};`,
    },
  ],
  steps: ['If a file already exists, add the code to it.', widgetHint(target)],
});

export const angular: Render = (target) =>
  oneFile(
    'src/app/skep.ts',
    `import type { ErrorHandler } from '@angular/core';

${browserCode(target)}

export class SkepErrorHandler implements ErrorHandler {
  handleError(error: unknown): void {
    console.error(error);
    void reportBug(error);
  }
}`,
    'Add to the providers in src/app/app.config.ts, with both names imported: { provide: ErrorHandler, useClass: SkepErrorHandler }',
    widgetHint(target),
  );

const pageFile =
  (path: string, step: string): Render =>
  (target) =>
    oneFile(path, browserCode(target), step, widgetHint(target));

export const reactRouter = pageFile(
  'app/skep.client.ts',
  "Make this the first line of app/entry.client.tsx (create it with npx react-router reveal if it does not exist): import './skep.client';",
);
export const astro = pageFile(
  'src/skep.ts',
  "Put this into the <head> of the layout that all pages use: <script>import '../skep';</script>",
);
export const vue = pageFile(
  'src/skep.ts',
  "In src/main.ts import { reportBug } from './skep' and, before mount(), set: app.config.errorHandler = (error) => { console.error(error); void reportBug(error); };",
);
export const react = pageFile('src/skep.ts', "Make this the first line of src/main.tsx: import './skep';");
export const svelte = pageFile('src/skep.ts', "Make this the first line of src/main.ts: import './skep';");

export const html: Render = (target) =>
  oneFile(
    'index.html',
    widgetTag(target),
    'Put the tag into the <head> of every page, before all other scripts.',
    `If the page has a content security policy, add ${new URL(target.endpoint).origin} to script-src and connect-src.`,
  );

export const express: Render = (target) =>
  oneFile(
    'skep.js',
    `${serverCode(target, false)}

export function skepErrors(error, request, response, next) {
  void reportBug(error, \`\${request.method} \${request.path}\`);
  next(error);
}`,
    "After all routes and before other error handlers: import { skepErrors } from './skep.js'; app.use(skepErrors);",
  );

export const fastify: Render = (target) =>
  oneFile(
    'skep.js',
    `${serverCode(target, false)}

export async function skepErrors(request, reply, error) {
  if ((error.statusCode ?? 500) >= 500) void reportBug(error, \`\${request.method} \${request.routeOptions.url}\`);
}`,
    "Before the routes: import { skepErrors } from './skep.js'; app.addHook('onError', skepErrors);",
  );

export const nestjs: Render = (target) =>
  oneFile(
    'src/skep.filter.ts',
    `import { type ArgumentsHost, Catch, HttpException } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';

${serverCode(target, true)}

@Catch()
export class SkepFilter extends BaseExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const isFault = !(error instanceof HttpException) || error.getStatus() >= 500;
    if (isFault) void reportBug(error, host.switchToHttp().getRequest().url);
    super.catch(error, host);
  }
}`,
    'In src/main.ts, before listen(): app.useGlobalFilters(new SkepFilter(app.get(HttpAdapterHost).httpAdapter)); HttpAdapterHost comes from @nestjs/core.',
  );

export const node: Render = (target) =>
  oneFile(
    'skep.js',
    `${serverCode(target, false)}

// Also called for unhandled rejections. The process exits as it would without this handler.
process.on('uncaughtException', async (error) => {
  console.error(error);
  await reportBug(error, process.argv.slice(1, 3).join(' '));
  process.exit(1);
});`,
    'Make this the first line of the program: import \'./skep.js\'; (an ES module: name it skep.mjs if package.json has no "type": "module")',
  );
