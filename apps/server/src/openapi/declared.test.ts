import { expect, it } from 'vitest';
import { anAddress, anAssistant, aPerson, aProject } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';

// For any request, the status and content type of the response are documented in OpenAPI.

const node = await startService();
const person = await aPerson(node);
const project = await aProject(person);
await node.db.updateTable('users').set({ email_verified_at: new Date(), is_operator: true }).execute();
await node.db.updateTable('projects').set({ reports_per_minute: 100_000 }).execute();
const { token } = await anAssistant(node, person);
const { body: document } = await node.anyone.get('/openapi.json');

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into, not typed
type Part = any;

const credentials = {
  authorization: `Bearer ${person.token}`,
  'x-api-key': project.api_key,
  'x-mcp-token': token,
};

const operations = Object.entries<Part>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Part>(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
);

const bodies = [
  undefined,
  { type: 'application/json', text: '{}' },
  { type: 'application/json', text: '{broken' },
  { type: 'application/json', text: '' },
  { type: 'application/json', text: ' '.repeat(513 * 1024) },
  { type: 'application/x-www-form-urlencoded', text: 'token=x' },
  { type: 'application/x-www-form-urlencoded', text: ' '.repeat(513 * 1024) },
  { type: 'text/plain', text: 'x' },
  { type: 'image/png', text: 'x' },
  { type: 'nonsense', text: 'x' },
];
const accepted = ['application/json', 'text/html', '*/*'];
/** For ids and tokens: missing, malformed and too long ones. */
const parameters = ['0', 'x', 'x'.repeat(300)];

type Method = (typeof operations)[number];

async function answerTo({ method, path }: Method, parameter: string, headers: object, body?: string) {
  const url = node.url + path.replaceAll(/\{\w+\}/g, parameter);
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { 'x-forwarded-for': anAddress(), ...headers },
    ...(body !== undefined && { body }),
  });
  await response.body?.cancel();
  const type = response.headers.get('content-type')?.split(';')[0];
  return type ? `${response.status} ${type}` : String(response.status);
}

function declaredAnswers({ operation }: Method): string[] {
  return Object.entries<Part>(operation.responses).flatMap(([status, reference]) => {
    const response = document.components.responses[reference.$ref?.split('/').at(-1)] ?? reference;
    const types = Object.keys(response.content ?? {});
    return types.length === 0 ? [status] : types.map((type) => `${status} ${type}`);
  });
}

const isLarge = (body?: { text: string }) => (body?.text.length ?? 0) > 1_000;

/** All bodies for the first parameter. Accepted types only matter for valid requests. */
function* requestsTo({ method, path }: Method) {
  for (const [index, parameter] of (path.includes('{') ? parameters : ['0']).entries())
    for (const [nth, body] of (method === 'GET' ? bodies.slice(0, 1) : bodies).entries())
      for (const accept of nth < 2 ? accepted : accepted.slice(0, 1))
        if (index === 0 || !isLarge(body)) yield { parameter, body, accept };
}

it.each(operations)('every answer of $name is declared', async (route) => {
  const declared = declaredAnswers(route);
  const undeclared = new Set<string>();
  for (const { parameter, body, accept } of requestsTo(route))
    for (const known of [credentials, {}]) {
      const type = body && { 'content-type': body.type };
      const answer = await answerTo(route, parameter, { accept, ...type, ...known }, body?.text);
      if (!declared.includes(answer)) undeclared.add(`${answer} to ${body?.type ?? 'no body'}`);
    }
  expect([...undeclared]).toEqual([]);
});
