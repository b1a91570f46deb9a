import { existsSync } from 'node:fs';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { scopes } from '@skep/vocabulary';
import { expect, it } from 'vitest';
import { createMcpServer } from './server.ts';
import { tools } from './tools/index.ts';

async function listTools(granted: readonly (typeof scopes)[number][]) {
  const api = {
    baseUrl: 'http://skep.test',
    log() {},
    request: () => Promise.reject(new Error('not called')),
  };
  const [here, there] = InMemoryTransport.createLinkedPair();
  await createMcpServer(api, granted).connect(there);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
  return (await client.listTools()).tools;
}

const listed = await listTools(scopes);

/** r: reads only, d: destroys, i: the same twice is the same as once, o: reaches beyond the team. */
function hints(annotations: object = {}): string {
  const letters = { readOnlyHint: 'r', destructiveHint: 'd', idempotentHint: 'i', openWorldHint: 'o' };
  return Object.entries(letters)
    .map(([name, letter]) => ({ true: letter, false: '-' })[String(Reflect.get(annotations, name))] ?? '?')
    .join('');
}

it('has these tools, with these hints and scopes', () => {
  const scopeOf = new Map(tools.map(({ name, scope }) => [name, scope]));
  expect(listed.map(({ name, annotations }) => `${name} ${hints(annotations)} ${scopeOf.get(name)}`)).toEqual(
    [
      'list_bugs r-io read:bugs',
      'get_bug r-io read:bugs',
      'find_similar_bugs r-io read:bugs',
      'update_bug --io write:bugs',
      'resolve_bug --io write:bugs',
      'mark_spam --io write:bugs',
      'assign_to_me --io write:bugs',
      'add_comment ---o write:bugs',
      'list_honeycombs r-i- read:honeycombs',
      'get_stats r-i- read:teams',
      'list_labels r-i- read:labels',
      'create_label ---- write:labels',
      'update_label -di- write:labels',
      'delete_label -di- write:labels',
      'add_label_to_bug --io write:bugs',
      'remove_label_from_bug --io write:bugs',
      'verify_api_key r-i- null',
      'detect_framework r-i- null',
      'get_install_snippet r-i- null',
    ],
  );
});

it.each(tools.map(({ name }) => name))('%s has its test beside it', (name) => {
  expect(existsSync(new URL(`tools/${name.replaceAll('_', '-')}.test.ts`, import.meta.url))).toBe(true);
});

it.each(listed.map((tool) => [tool.name, tool] as const))(
  '%s says what it is, when to use it, what it takes and what it answers',
  (_name, { title, description, inputSchema, outputSchema }) => {
    expect(title).toMatch(/^[A-Z].{3,40}$/);
    expect(description).toMatch(/\bUse it\b/);
    expect(inputSchema.type).toBe('object');
    expect(outputSchema?.type).toBe('object');
    expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('"type":[');
  },
);

it.each([
  [[], ['verify_api_key', 'detect_framework', 'get_install_snippet']],
  [['read:bugs'], ['list_bugs', 'get_bug', 'find_similar_bugs']],
  [['read:teams'], ['get_stats']],
  [['write:labels'], ['create_label', 'update_label', 'delete_label']],
] as const)('lists for %j only what these open', async (granted, expected) => {
  const always = ['verify_api_key', 'detect_framework', 'get_install_snippet'];
  const names = (await listTools(granted)).map(({ name }) => name);
  expect(names.sort()).toEqual([...new Set([...expected, ...always])].sort());
});

/** No tokenizer takes fewer than three characters of such JSON for a token on average. */
const mostTokensIn = (json: string) => Math.ceil(Buffer.byteLength(json) / 3);

it('costs an assistant fewer than 6,500 tokens for all definitions', () => {
  expect(mostTokensIn(JSON.stringify(listed))).toBeLessThan(6_500);
});

it('bounds every text and every list that a tool takes', () => {
  const unbounded = listed.flatMap(({ name, inputSchema }) => boundlessIn(inputSchema, name));
  expect(unbounded).toEqual([]);
});

/** The paths of all texts and lists without an end. */
function boundlessIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxLength, maxItems, pattern, enum: choices } = schema as Record<string, unknown>;
  const isEndless =
    (type === 'string' && !maxLength && !pattern && !choices) || (type === 'array' && !maxItems);
  const within = Object.entries(schema).flatMap(([key, value]) => boundlessIn(value, `${path}.${key}`));
  return isEndless ? [path, ...within] : within;
}
