import { expect, it } from 'vitest';
import { anAddress, anAssistant, aPerson, aProject } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';

// Code with quadratic run time would take minutes for these texts and block all other requests.

const node = await startService();
const person = await aPerson(node);
const project = await aProject(person);
await node.db.updateTable('projects').set({ reports_per_minute: 100_000 }).execute();
const { token } = await anAssistant(node, person);
const { body: document } = await node.anyone.get('/openapi.json');

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into, not typed
type Part = any;

const resolve = (schema: Part) =>
  schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;

/** Bodies with the text in one field each. */
function* bodiesWith(text: string, given: Part, example: Part): Generator<Part> {
  const schema = resolve(given);
  const types = [schema?.type].flat();
  if (types.includes('string')) yield text;
  if (types.includes('array')) for (const item of bodiesWith(text, schema.items, undefined)) yield [item];
  for (const [name, property] of Object.entries(schema?.properties ?? {}))
    for (const value of bodiesWith(text, property, example?.[name])) yield { ...example, [name]: value };
}

interface Route {
  name: string;
  schema: Part;
  example: Part;
}

const routes = Object.entries<Part>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Part>(methods).flatMap(([method, operation]): Route[] => {
    const json = operation.requestBody?.content['application/json'];
    const [first] = Object.values<Part>(json?.examples ?? {});
    return json ? [{ name: `${method.toUpperCase()} ${path}`, example: first?.value, ...json }] : [];
  }),
);

const units = [...' \t\n\u2028a0é.-@/":', '\n ', 'a.', 'a-', '@.', 'a@', '."'];

it.each(routes)('$name answers at once, whatever long text stands in its body', async (route) => {
  const [method, path] = route.name.split(' ') as [string, string];
  const send = (body: unknown) =>
    node.anyone.request(method, path.replaceAll(/\{\w+\}/g, '0'), {
      body,
      headers: {
        authorization: `Bearer ${person.token}`,
        'x-api-key': project.api_key,
        'x-mcp-token': token,
        'x-forwarded-for': anAddress(),
      },
    });
  for (const unit of units) {
    const run = unit.repeat(80_000 / unit.length);
    const answers = await Promise.all([...bodiesWith(run, route.schema, route.example)].map(send));
    for (const { status, text } of answers) expect(status, text).toBeLessThan(500);
  }
});
