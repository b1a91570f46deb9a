import { browserCode, serverCode } from './javascript.ts';
import { oneFile, type Render, widgetSteps, widgetTag } from './snippet.ts';

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
    'Both files lie beside next.config, or in src/ when the project has that folder. Next.js 15.3 or newer loads them by itself.',
  ],
});

export const nuxt: Render = (target) =>
  oneFile(
    'app/plugins/skep.client.ts',
    `${browserCode(target)}

export default defineNuxtPlugin((nuxtApp) => {
  nuxtApp.hook('vue:error', (error) => void reportBug(error));
});`,
    'Nuxt 3 has the folder plugins/ at the top instead of app/plugins/.',
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
  steps: ['Where such a file exists, add to it.'],
});

export const reactRouter: Render = (target) =>
  oneFile(
    'app/skep.client.ts',
    browserCode(target),
    "Make this the first line of app/entry.client.tsx (npx react-router reveal writes that file when there is none): import './skep.client';",
  );

export const astro: Render = (target) =>
  oneFile(
    'src/skep.ts',
    browserCode(target),
    "Put this into the <head> of the layout that all pages use: <script>import '../skep';</script>",
  );

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
  );

export const vue: Render = (target) =>
  oneFile(
    'src/skep.ts',
    browserCode(target),
    "In src/main.ts import { reportBug } from './skep' and, before mount(), set: app.config.errorHandler = (error) => { console.error(error); void reportBug(error); };",
  );

const importedFirst =
  (main: string): Render =>
  (target) =>
    oneFile('src/skep.ts', browserCode(target), `Make this the first line of ${main}: import './skep';`);

export const react = importedFirst('src/main.tsx');
export const svelte = importedFirst('src/main.ts');

/** The widget: people report with a form, and what it has captured comes along. It needs nothing but its tag. */
export const html: Render = (target) =>
  oneFile(
    'index.html',
    widgetTag(target),
    'Put the tag into the <head> of every page, before all other scripts.',
    ...widgetSteps(target),
  );
