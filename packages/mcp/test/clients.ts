import { fileURLToPath } from 'node:url';
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, TestRunner } from 'vitest';

/** The options with which a client asks for each revision of the protocol. */
export const revisions: [string, VersionNegotiationMode][] = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
];

export interface Place {
  url: string;
  token: string;
}

/** For tests that start the command: on a busy machine that takes its time. */
export const patiently = { timeout: 180_000 };

/** The command that assistants start. */
export const cli = fileURLToPath(new URL('../../cli/bin/skep.js', import.meta.url));

type Transport = Parameters<Client['connect']>[0];

const overHttp = ({ url, token }: Place): Transport =>
  new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { 'x-mcp-token': token } },
  });

const overStdio = ({ url, token }: Place): Transport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp'],
    env: { SKEP_URL: url, SKEP_MCP_TOKEN: token },
  });

export const transports: [string, (place: Place) => Transport][] = [
  ['Streamable HTTP', overHttp],
  ['stdio', overStdio],
];

/** The official client, connected; closed when the test is over. */
export async function connect(
  place: Place,
  mode: VersionNegotiationMode = 'legacy',
  transport: Transport = overHttp(place),
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  if (TestRunner.getCurrentTest()) onTestFinished(() => client.close());
  return client;
}

/** What a tool answered. */
export interface Result {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
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

/** Expects a refusal with a sentence that says what to try. */
export function expectProblem({ isError, text, data }: Result, expected: RegExp): void {
  expect([isError, text, data]).toEqual([true, expect.stringMatching(expected), undefined]);
}
