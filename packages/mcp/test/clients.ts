import { fileURLToPath } from 'node:url';
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, TestRunner } from 'vitest';

/** Client options for each protocol revision. */
export const revisions: [string, VersionNegotiationMode][] = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
];

export interface Target {
  url: string;
  token: string;
}

/** Timeout for tests that start the command. */
export const patiently = { timeout: 180_000 };

export const cli = fileURLToPath(new URL('../../cli/bin/skep.js', import.meta.url));

type Transport = Parameters<Client['connect']>[0];

const overHttp = ({ url, token }: Target): Transport =>
  new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { 'x-mcp-token': token } },
  });

const overStdio = ({ url, token }: Target): Transport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp'],
    env: { SKEP_URL: url, SKEP_MCP_TOKEN: token },
  });

export const transports: [string, (target: Target) => Transport][] = [
  ['Streamable HTTP', overHttp],
  ['stdio', overStdio],
];

/** Connects the official client and closes it after the test. */
export async function connect(
  target: Target,
  mode: VersionNegotiationMode = 'legacy',
  transport: Transport = overHttp(target),
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  if (TestRunner.getCurrentTest()) onTestFinished(() => client.close());
  return client;
}

export interface Result {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read results of every shape
  data: any;
}

export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Result> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return { isError, text, data: structuredContent };
}

/** Expects an error result whose text matches. */
export function expectProblem({ isError, text, data }: Result, expected: RegExp): void {
  expect([isError, text, data]).toEqual([true, expect.stringMatching(expected), undefined]);
}
