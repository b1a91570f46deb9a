import { scopes } from '@skep/vocabulary';
import { describe, expect, it } from 'vitest';
import { anAddress, anAssistant, aPerson, aProject } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';
import { wrongBodies, wrongQueries } from './responses.ts';

// Every error that is easy to trigger matches the example in the document.

const node = await startService();
const person = await aPerson(node);
const project = await aProject(person);
await node.db.updateTable('users').set({ email_verified_at: new Date(), is_operator: true }).execute();
await node.db.updateTable('projects').set({ reports_per_minute: 100_000 }).execute();
const { token } = await anAssistant(node, person);
const tokensWithout = new Map(
  await Promise.all(
    scopes.map(async (scope) => {
      const others = scopes.filter((other) => other !== scope);
      return [scope as string, (await anAssistant(node, person, others)).token] as const;
    }),
  ),
);
const { body: document } = await node.anyone.get('/openapi.json');

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into, not typed
type Part = any;

interface Route {
  method: string;
  path: string;
  operation: Part;
  /** The example body, if it is JSON. */
  example: unknown;
}

const routes = Object.entries<Part>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Part>(methods).map(([method, operation]): Route => {
    const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
    const [first] = Object.values<{ value: unknown }>(examples);
    return { method: method.toUpperCase(), path, operation, example: example ?? first?.value };
  }),
);
const named = (some: Route[]) => some.map((route) => ({ name: `${route.method} ${route.path}`, route }));
const scopeOf = ({ operation }: Route) => Object.values<string[]>(operation.security[0] ?? {})[0]?.[0];
const isPublic = ({ operation }: Route) => operation.security.length === 0;

function examplesOf({ operation }: Route, status: number): unknown[] {
  const documented = operation.responses[status];
  const response = document.components.responses[documented?.$ref?.split('/').at(-1)] ?? documented;
  const { example, examples = {} } = response?.content?.['application/json'] ?? {};
  return [example, ...Object.values<{ value: unknown }>(examples).map(({ value }) => value)];
}

const credentials = {
  authorization: `Bearer ${person.token}`,
  'x-api-key': project.api_key,
  'x-mcp-token': token,
};

function send({ method, path }: Route, options: { body?: unknown; headers?: object; query?: object } = {}) {
  const query = options.query ? `?${new URLSearchParams({ ...options.query })}` : '';
  return node.anyone.request(method, path.replaceAll(/\{\w+\}/g, '0') + query, {
    ...(options.body !== undefined && { body: options.body }),
    headers: { 'x-forwarded-for': anAddress(), ...credentials, ...options.headers },
  });
}

async function expectAsShown(route: Route, status: number, answer: ReturnType<typeof send>): Promise<void> {
  const { status: answered, body } = await answer;
  expect(answered).toBe(status);
  expect(examplesOf(route, status)).toContainEqual(body);
}

/** One route takes labels in the query. */
const validQueryOf = ({ operation }: Route) =>
  operation.operationId === 'mcpRemoveLabelFromBug' ? { query: { label_id: 1 } } : {};

/** The MCP server has its own error format, and one route checks a field before all others. */
const checksBodyFirst = ({ operation }: Route) =>
  !['callMcpServer', 'requestUpload'].includes(operation.operationId);

const withBody = routes.filter(({ example }) => example !== undefined);

describe('a request', () => {
  it.each(named(routes.filter((route) => !isPublic(route))))('$name without a credential', ({ route }) =>
    expectAsShown(route, 401, node.anyone.request(route.method, route.path.replaceAll(/\{\w+\}/g, '1'))),
  );

  it.each(named(routes.filter(scopeOf)))('$name with a token that lacks its scope', ({ route }) => {
    const headers = { 'x-mcp-token': tokensWithout.get(scopeOf(route) ?? '') };
    return expectAsShown(route, 403, send(route, { headers }));
  });

  it.each(named(withBody))(
    '$name with a body that is broken, too large or of another type',
    async ({ route }) => {
      await expectAsShown(route, 400, send(route, { body: '{broken' }));
      await expectAsShown(route, 413, send(route, { body: ' '.repeat(513 * 1024) }));
      await expectAsShown(route, 415, send(route, { body: '{}', headers: { 'content-type': 'text/plain' } }));
    },
  );

  it.each(named(withBody.filter(checksBodyFirst)))('$name with a body that is wrong', async ({ route }) => {
    const answers = await Promise.all(wrongBodies.map((body) => send(route, { body })));
    const refusals = answers.filter(({ status }) => status === 422).map(({ body }) => body);
    expect(examplesOf(route, 422)).toContainEqual(refusals[0]);
  });

  const withQuery = routes.filter(
    ({ operation }) =>
      operation.responses[422] && operation.parameters?.some((one: Part) => one.in === 'query'),
  );
  it.each(named(withQuery))('$name with a query that is wrong', async ({ route }) => {
    const parameters = route.operation.parameters.filter((one: Part) => one.in === 'query');
    const properties = Object.fromEntries(parameters.map(({ name }: Part) => [name, {}]));
    for (const query of wrongQueries({ properties })) {
      const { status, body } = await send(route, { query });
      if (status === 422) return expect(examplesOf(route, 422)).toContainEqual(body);
    }
    throw new Error('no query was refused');
  });

  const ofThings = routes.filter(({ path }) => /\{\w+_id\}/.test(path));
  it.each(named(ofThings))('$name for what does not exist', ({ route }) =>
    expectAsShown(route, 404, send(route, { ...validQueryOf(route), body: route.example })),
  );
});
