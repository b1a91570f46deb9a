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

/** r: read-only, d: destructive, i: idempotent, o: open world. */
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

it.each(tools.map(({ name }) => name))('%s has a test file', (name) => {
  expect(existsSync(new URL(`tools/${name.replaceAll('_', '-')}.test.ts`, import.meta.url))).toBe(true);
});

it.each(listed.map((tool) => [tool.name, tool] as const))(
  '%s describes its purpose, input and output',
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
] as const)('lists only the tools of the scopes %j', async (granted, expected) => {
  const always = ['verify_api_key', 'detect_framework', 'get_install_snippet'];
  const names = (await listTools(granted)).map(({ name }) => name);
  expect(names.sort()).toEqual([...new Set([...expected, ...always])].sort());
});

/** Upper bound: a token has at least three characters of such JSON on average. */
const maxTokensIn = (json: string) => Math.ceil(Buffer.byteLength(json) / 3);

it('costs an assistant fewer than 6,500 tokens for all definitions', () => {
  expect(maxTokensIn(JSON.stringify(listed))).toBeLessThan(6_500);
});

it('limits every text and list argument', () => {
  const unbounded = listed.flatMap(({ name, inputSchema }) => unlimitedIn(inputSchema, name));
  expect(unbounded).toEqual([]);
});

/** Paths of all texts and lists without a limit. */
function unlimitedIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxLength, maxItems, pattern, enum: choices } = schema as Record<string, unknown>;
  const isUnlimited =
    (type === 'string' && !maxLength && !pattern && !choices) || (type === 'array' && !maxItems);
  const within = Object.entries(schema).flatMap(([key, value]) => unlimitedIn(value, `${path}.${key}`));
  return isUnlimited ? [path, ...within] : within;
}
