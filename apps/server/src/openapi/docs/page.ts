import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Html, html } from '../../html.ts';
import type { App } from '../../http/app.ts';
import { type BuiltFile, etagOf, sendIfChanged } from '../../http/built-files.ts';
import { script } from './script.ts';

interface Document {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Response & { $ref?: string }>;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: Schema;
}

interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Response {
  description: string;
  content?: Record<string, Content>;
}

type Call = Operation & { method: string; path: string };

const credentials = [
  ['authorization', 'Session token', 'Set automatically when you sign up or log in below.'],
  ['x-api-key', 'Project API key', 'For sending reports.'],
  ['x-mcp-token', 'MCP token', 'For the routes of AI assistants.'],
] as const;

function docsPage(document: Document): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method, path })),
  );
  const sections = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ tags }) => tags.includes(tag.name)),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Skep API</title>
<link rel="stylesheet" href="/docs/page.css">
<link rel="icon" href="data:,">
<script src="/docs/page.js" defer></script>
</head>
<body>
<header>
<h1>${document.info.title} API <small>${document.info.version}</small></h1>
<p>${document.info.description} <a href="/openapi.json">OpenAPI document</a></p>
<nav aria-label="Sections">${sections.map(({ name }) => html`<a href="#${anchor(name)}">${name}</a>`)} <a href="#types">types</a></nav>
</header>
<main>
<section aria-labelledby="credentials"><h2 id="credentials">Credentials</h2>
<p>Used by every request that is sent from this page. Nothing is stored.</p>
${credentials.map(([header, label, hint]) => field(`credential-${header}`, label, hint, html`<input id="credential-${header}" data-credential="${header}" autocomplete="off" spellcheck="false" aria-describedby="credential-${header}-hint">`))}
</section>
${sections.map(({ name, description, calls: own }) => html`<section aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}">${name}</h2><p>${description}</p>${own.map((call) => operation(call, document))}</section>`)}
<section aria-labelledby="types"><h2 id="types">types</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => html`<details id="type-${name}"><summary><code>${name}</code></summary><template>${typeTable(name, schema)}</template></details>`)}
</section>
</main>
</body>
</html>
`.text;
}

const anchor = (tag: string) => `tag-${tag.replaceAll(' ', '-')}`;

/** Renders backticks as code. */
const prose = (text: string) =>
  new Html(
    text
      .split('`')
      .map((part, n) => (n % 2 ? html`<code>${part}</code>` : html`${part}`).text)
      .join(''),
  );

const field = (id: string, label: string | Html, hint: string, control: Html) =>
  html`<div class="field"><label for="${id}">${label}</label>${control}<p id="${id}-hint">${prose(hint)}</p></div>`;

/** Closed sections are templates: the full page would have tens of thousands of elements. */
function operation(call: Call, document: Document): Html {
  const { operationId, method, path, summary, description = '' } = call;
  return html`<details id="${operationId}"><summary><code class="method">${method.toUpperCase()}</code> <code>${path}</code> <span>${summary}</span></summary>
<template>
<p>${prose(description)}</p>
<form data-method="${method.toUpperCase()}" data-path="${path}">
${(call.parameters ?? []).map((parameter) => parameterField(operationId, parameter))}
${bodyField(call)}
<button>Send</button>
<div role="status"></div>
</form>
${responses(call, document)}
</template>
</details>`;
}

function parameterField(
  operationId: string,
  { name, required, schema, description, ...parameter }: Parameter,
): Html {
  const id = `${operationId}-${name}`;
  const common = html`id="${id}" name="${name}" data-in="${parameter.in}" aria-describedby="${id}-hint" ${required ? 'required' : ''}`;
  const several = schema.type === 'array' ? ' Separate several with commas.' : '';
  const control = schema.enum
    ? html`<select ${common}><option value=""></option>${schema.enum.map((value) => html`<option>${String(value)}</option>`)}</select>`
    : html`<input ${common} ${several ? 'data-several' : ''} autocomplete="off" spellcheck="false">`;
  const label = html`<code>${name}</code> ${typeOf(schema)}, ${parameter.in}${required ? ', required' : ''}`;
  return field(id, label, description + several, control);
}

function bodyField({ operationId, requestBody }: Call): Html | string {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type || !content) return '';
  const id = `${operationId}-body`;
  if (type !== 'application/json')
    return field(
      id,
      'Body',
      Object.keys(requestBody?.content ?? {}).join(', '),
      html`<input type="file" id="${id}" data-body aria-describedby="${id}-hint">`,
    );
  const text = JSON.stringify(exampleOf(content) ?? {}, null, 2);
  const rows = Math.min(text.split('\n').length, 20);
  return field(
    id,
    html`Body: ${typeOf(content.schema)}`,
    'JSON',
    html`<textarea id="${id}" data-body rows="${rows}" spellcheck="false" aria-describedby="${id}-hint">${text}</textarea>`,
  );
}

const exampleOf = ({ example, examples = {} }: Content) => example ?? Object.values(examples)[0]?.value;

function responses({ operationId, responses: all }: Call, { components }: Document): Html {
  const rows = Object.entries(all).map(([status, reference]) => {
    const response = components.responses[reference.$ref?.split('/').at(-1) ?? ''] ?? reference;
    const contents = Object.entries(response.content ?? {});
    const types = contents.map(
      ([type, { schema }]) => html`<div>${typeOf(schema)} <small>${type}</small></div>`,
    );
    const [json] = contents
      .filter(([type]) => type === 'application/json')
      .map(([, content]) => exampleOf(content));
    const example =
      status.startsWith('2') && json !== undefined
        ? html`<pre tabindex="0" role="group" aria-label="Example of ${operationId} ${status}">${JSON.stringify(json, null, 2)}</pre>`
        : '';
    return html`<tr><th scope="row">${status}</th><td>${prose(response.description)}${example}</td><td>${types}</td></tr>`;
  });
  return html`<table><caption>Responses</caption><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Body</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function typeTable(name: string, schema: Schema): Html {
  const rows = typeRows(schema);
  if (rows.length === 0) return html`<p>${typeOf(schema)}</p>`;
  return html`<table><caption>${name}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  maxLength?: number;
}

function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#type-${name}">${name}</a>`;
  }
  if (schema.anyOf) return joined(schema.anyOf.map(typeOf));
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.enum) return joined(schema.enum.map((value) => html`${JSON.stringify(value)}`));
  if (schema.items) return html`array of ${typeOf(schema.items)}`;
  const names = [schema.type ?? 'any'].flat().map((name) => html`${name}`);
  return html`${joined(names)}${schema.maxLength ? ` of at most ${schema.maxLength} characters` : ''}`;
}

const joined = (parts: Html[]) => new Html(parts.map(({ text }) => text).join(' or '));

function typeRows(schema: Schema, prefix = ''): Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = prefix + name;
    const nested = property.items?.properties ? property.items : property;
    const optional = schema.required?.includes(name) ? '' : ', optional';
    return [
      html`<tr><th scope="row"><code>${field}</code></th><td>${typeOf(property)}${optional}</td><td>${prose(property.description ?? '')}</td></tr>`,
      ...typeRows(nested, nested === property ? `${field}.` : `${field}[].`),
    ];
  });
}

const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fafaf9, #1c1917);
  --raised: light-dark(#fff, #292524);
  --line: light-dark(#e7e5e4, #44403c);
  --edge: light-dark(#928c87, #78706a);
  --ink: light-dark(#1c1917, #f5f5f4);
  --quiet: light-dark(#57534e, #b8b2ac);
  --accent: light-dark(#9a4508, #f59e0b);
  --on-accent: light-dark(#fff, #1c1917);
  font: 15px/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 960px; color: var(--ink); background: var(--ground); overflow-wrap: anywhere }
h1 { margin: 0; font-size: 26px }
h2 { margin: 40px 0 4px; font-size: 20px; scroll-margin-top: 16px }
h1 small, td small { color: var(--quiet); font-weight: normal }
p { margin: 4px 0 12px; color: var(--quiet) }
a { color: var(--accent) }
code, pre, textarea { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px }
nav a { padding: 4px 0 }
details { margin: 8px 0; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); scroll-margin-top: 16px }
summary { padding: 10px 12px; cursor: pointer }
summary span { color: var(--quiet) }
.method { display: inline-block; min-width: 56px; font-weight: bold; color: var(--accent) }
details > div { padding: 0 12px 12px }
.field { margin: 12px 0 }
.field label { display: block; font-weight: 600 }
.field p { margin: 2px 0; font-size: 13px }
input, select, textarea { width: 100%; padding: 8px; border: 1px solid var(--edge); border-radius: 6px; color: inherit; background: var(--ground); font-size: 14px }
button { min-height: 36px; padding: 6px 20px; border: 0; border-radius: 6px; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
pre { max-height: 400px; margin: 8px 0; padding: 12px; overflow: auto; white-space: pre-wrap; border: 1px solid var(--line); border-radius: 6px; background: var(--ground) }
table { width: 100%; margin-top: 16px; border-collapse: collapse; table-layout: fixed }
caption { text-align: start; font-weight: 600; padding-bottom: 4px }
th, td { padding: 6px 8px 6px 0; border-top: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: normal }
thead th { color: var(--quiet) }
table th:first-child { width: 25% }
form + table th:first-child { width: 64px }
form + table th:last-child { width: 25% }
`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page is rendered on the first request. */
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
  const encoded = { br: brotliCompressSync(plain), gzip: gzipSync(plain) };
  return { type: `${type}; charset=utf-8`, etag: etagOf(plain), plain, encoded };
}
