import { expect, it } from 'vitest';
import type { Answer, Client } from '../client.ts';
import { startService } from '../harness.ts';
import { unknownId } from '../samples.ts';
import { startReceiver } from '../webhook-receiver.ts';
import type { Schema } from './document.ts';
import { aFixture, type Fixture, idIn } from './fixture.ts';
import { snapshotOf } from './snapshot.ts';

// An assistant tricked into using ids of another team learns and changes nothing, with any tool.

const receiver = await startReceiver();
const node = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const [ours, theirs] = [await aFixture(node, receiver), await aFixture(node, receiver)];
const assistant: Client = node.anyone.with({
  ...ours.credentials.mcp,
  accept: 'application/json, text/event-stream',
});

const resultOf = ({ body, text }: Answer) =>
  (body ?? JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null'))?.result;
const call = async (method: string, params: object = {}) =>
  resultOf(await assistant.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }));

const { tools }: { tools: Schema[] } = await call('tools/list');

/** A valid value for an argument that is neither an id nor an enum. */
const texts: Record<string, unknown> = { body: 'A comment', name: 'A name', color: '#aa3300' };

function argumentsFor({ name, inputSchema }: Schema, idOf: (argument: string) => number): object {
  const { properties = {}, required = [] } = inputSchema;
  const given = Object.entries<Schema>(properties).flatMap(([argument, schema]) => {
    if (argument.endsWith('_id')) return [[argument, idOf(argument)]];
    const value = schema.enum?.[0] ?? texts[argument];
    if (value === undefined && required.includes(argument))
      throw new Error(`The tool ${name} needs "${argument}": add one to test/attacks/tools.test.ts.`);
    return value === undefined ? [] : [[argument, value]];
  });
  return Object.fromEntries(given);
}

const takesIds = ({ inputSchema }: Schema) =>
  Object.keys(inputSchema.properties ?? {}).some((argument) => argument.endsWith('_id'));

it('a tool answers about things of another team as about things that nobody has', async () => {
  const before = await snapshotOf(node, theirs);
  const attacked = tools.filter(takesIds);
  expect(attacked.length).toBeGreaterThan(8);
  const route = { name: 'an MCP tool', path: '/mcp' };
  const asking = (tool: Schema, idOf: (argument: string) => number) =>
    call('tools/call', { name: tool.name, arguments: argumentsFor(tool, idOf) });
  for (const tool of attacked) {
    const of = (fixture: Fixture) => (argument: string) => idIn(fixture, route, argument);
    const [foreign, unknown] = [await asking(tool, of(theirs)), await asking(tool, () => unknownId)];
    expect([tool.name, foreign]).toEqual([tool.name, unknown]);
    expect([tool.name, foreign.isError]).toEqual([tool.name, true]);
  }
  expect(await snapshotOf(node, theirs)).toEqual(before);
});
