import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';

const root = join(import.meta.dirname, '../..');
const widget = join(root, 'packages/widget/dist');
const sentry = 'bench/widget/sentry';

/** Serves pages that differ only in the script they load. */
export interface Pages {
  url(name: 'nothing' | 'widget' | 'sentry'): string;
  /** A page with this many elements; the strict one has a CSP that forbids SVG snapshots. */
  rowsUrl(elements: number, isStrict: boolean): string;
  /** Compressed size of Sentry with its feedback form. */
  sentryBytes: number;
  close(): Promise<void>;
}

/** Every page has its own script, so that the browser's one-time script setup is not counted for the widget. */
const ownScript = `
  const main = document.querySelector('main');
  for (let index = 0; index < 200; index++) {
    const line = document.createElement('p');
    line.textContent = 'Some text of a page. '.replace(/text/, (word) => word + ' ' + index);
    line.onclick = () => console.info(index);
    main.append(line);
  }
  document.addEventListener('click', ({ target }) => target.closest('a')?.href);
  document.documentElement.lang = document.currentScript.lang || navigator.language;`;

const page = (script: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Page</title></head><body><main><h1>Page</h1></main><script>${ownScript}</script>${script}</body></html>`;

const rows = (elements: number) =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Rows</title><style>div{display:flex;gap:8px;border-bottom:1px solid #ccc}</style></head><body>${Array.from(
    { length: elements / 5 },
    (_, row) => `<div><b>Row ${row}</b><span>some text</span><i>more</i><button>Do</button></div>`,
  ).join('')}<script src="/widget.js" data-key="sk_bench"></script></body></html>`;

export async function servePages(): Promise<Pages> {
  const sentryScript = gzipSync(await buildSentry(), { level: 9 });
  const pages: Record<string, string> = {
    '/nothing': page(''),
    '/widget': page('<script src="/widget.js" data-key="sk_bench" crossorigin async></script>'),
    '/sentry': page('<script src="/sentry.js" async></script>'),
  };
  const server = createServer(({ url = '/' }, response) => {
    const [path = ''] = url.split('?', 1);
    const send = (type: string, body: string | Buffer, encoding?: string) =>
      response
        .writeHead(200, { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) })
        .end(body);
    if (pages[path]) send('text/html', pages[path]);
    else if (path.startsWith('/rows/')) {
      if (url.includes('strict')) response.setHeader('content-security-policy', "img-src 'self'");
      send('text/html', rows(Number(path.slice(6))));
    } else if (path === '/sentry.js') send('text/javascript', sentryScript, 'gzip');
    else if (path === '/api/v1/widget/info') send('application/json', '{"powered_by_visible":false}');
    else {
      const file = path === '/widget.js' ? 'widget.js' : `parts/${path.split('/').at(-1)}`;
      const compressed = join(widget, `${file}.gz`);
      if (existsSync(compressed)) send('text/javascript', readFileSync(compressed), 'gzip');
      else send('application/json', '{}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: (name) => `${origin}/${name}`,
    rowsUrl: (elements, isStrict) => `${origin}/rows/${elements}${isStrict ? '?strict' : ''}`,
    sentryBytes: sentryScript.length,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Installs Sentry on first use and builds it with the same bundler and options as the widget. */
async function buildSentry(): Promise<string> {
  const { status } = spawnSync(process.execPath, ['scripts/setup.mjs', sentry], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('Sentry, which the widget is compared with, could not be installed.');
  const { output } = await build({
    input: join(root, sentry, 'page.js'),
    platform: 'browser',
    write: false,
    transform: { target: 'es2022' },
    checks: { pluginTimings: false },
    output: { format: 'iife', minify: true, codeSplitting: false },
  });
  return output[0].code;
}
