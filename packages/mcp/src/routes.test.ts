import { Check } from 'typebox/value';
import { expect, it } from 'vitest';
import { startService } from '../../../apps/server/test/harness.ts';
import { routes } from './routes.ts';

const node = await startService();
const { paths } = (await node.anyone.get('/openapi.json')).body;

/** The service's own example of what it answers there, which its tests hold to the truth. */
function exampleOf(route: string): unknown {
  const [method = '', path = ''] = route.split(' ');
  const { responses } = paths[`/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`][method.toLowerCase()];
  const answer = responses[200] ?? responses[201] ?? responses[204];
  return answer.content?.['application/json'].example;
}

it.each(Object.entries(routes))('%s answers what tools read', (route, schema) => {
  expect(Check(schema, exampleOf(route))).toBe(true);
});
