import { Html, html } from '../../html.ts';
import { type Schema, typeOf, typeRows } from './types.ts';

export interface Document {
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

/** A named operation with the place where it is called. */
type Call = Operation & { method: string; path: string };

const credentials = [
  ['authorization', 'Session token', 'Filled in when you sign up or log in below.'],
  ['x-api-key', 'Project API key', 'For sending reports.'],
  ['x-mcp-token', 'MCP token', 'For the operations of assistants.'],
] as const;

export function docsPage(document: Document): string {
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

/** Text in which backticks mark code. */
const prose = (text: string) =>
  text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));

const inline = (parts: (string | Html)[]) => new Html(parts.map((part) => html`${part}`.text).join(''));

const field = (id: string, label: string | Html, hint: string, control: Html) =>
  html`<div class="field"><label for="${id}">${label}</label>${control}<p id="${id}-hint">${inline(prose(hint))}</p></div>`;

/** What a closed operation or type holds is in a template, because the whole page would be tens of thousands of elements. */
function operation(call: Call, document: Document): Html {
  const { operationId, method, path, summary, description = '' } = call;
  return html`<details id="${operationId}"><summary><code class="method">${method.toUpperCase()}</code> <code>${path}</code> <span>${summary}</span></summary>
<template>
<p>${inline(prose(description))}</p>
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
    return html`<tr><th scope="row">${status}</th><td>${inline(prose(response.description))}${example}</td><td>${types}</td></tr>`;
  });
  return html`<table><caption>Responses</caption><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Body</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function typeTable(name: string, schema: Schema): Html {
  const rows = typeRows(schema);
  if (rows.length === 0) return html`<p>${typeOf(schema)}</p>`;
  return html`<table><caption>${name}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.map((row) => html`<tr><th scope="row"><code>${row.field}</code></th><td>${row.type}${row.isRequired ? '' : ', optional'}</td><td>${inline(prose(row.description))}</td></tr>`)}</tbody></table>`;
}
