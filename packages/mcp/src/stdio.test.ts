import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { anAssistant, aPerson } from '../../../apps/server/test/builders.ts';
import { startService } from '../../../apps/server/test/harness.ts';
import { launch } from '../../../apps/server/test/service-process.ts';
import { cli, patiently } from '../test/clients.ts';

const node = await startService();

async function failsWith(settings: Record<string, string>, args: string[] = []) {
  const run = launch(cli, ['mcp', ...args], settings);
  return { code: await run.exit, stdout: run.stdout(), stderr: run.stderr() };
}

async function aServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const unknown = `mcp_${'0'.repeat(40)}`;

it.each([
  ['no token', {}, 2, 'SKEP_MCP_TOKEN is not set. Create a token at http://localhost:4000/me/settings/mcp.'],
  [
    'an API key instead of a token',
    { SKEP_MCP_TOKEN: 'sk_1' },
    2,
    'SKEP_MCP_TOKEN is not an MCP token. It must start with mcp_.',
  ],
  [
    'an invalid URL',
    { SKEP_URL: 'bugs.example.com', SKEP_MCP_TOKEN: unknown },
    2,
    'SKEP_URL must be the URL of a Skep server, such as https://bugs.example.com.',
  ],
  [
    'an unknown token',
    { SKEP_URL: `${node.url}/`, SKEP_MCP_TOKEN: unknown },
    1,
    `Invalid MCP token. Create a new one at ${node.url}/me/settings/mcp.`,
  ],
  [
    'the URL of another site',
    { SKEP_URL: `${node.url}/docs`, SKEP_MCP_TOKEN: unknown },
    1,
    `${node.url}/docs returned 404. Is this the URL of a Skep server?`,
  ],
])(
  'with %s it exits with a message on standard error',
  patiently,
  async (_what, settings, code, sentence) => {
    expect(await failsWith(settings as Record<string, string>)).toEqual({
      code,
      stdout: '',
      stderr: `${sentence}\n`,
    });
  },
);

it('reports an unreachable server', patiently, async () => {
  const SKEP_URL = 'http://127.0.0.1:9';
  const { code, stderr } = await failsWith({ SKEP_URL, SKEP_MCP_TOKEN: unknown });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Cannot reach ${SKEP_URL}`)]);
});

it.each([301, 302, 307, 308])(
  'does not follow a redirect (%i), so the token is not sent to another host',
  patiently,
  async (status) => {
    const asked: string[] = [];
    const elsewhere = await aServer((request, response) => {
      asked.push(String(request.url));
      response.end('{"scopes":["read:bugs"]}');
    });
    const SKEP_URL = await aServer((request, response) => {
      response.writeHead(status, { location: elsewhere + request.url }).end();
    });
    expect(await failsWith({ SKEP_URL, SKEP_MCP_TOKEN: unknown })).toEqual({
      code: 1,
      stdout: '',
      stderr: `${SKEP_URL} returned ${status}. Is this the URL of a Skep server?\n`,
    });
    expect(asked).toEqual([]);
  },
);

it('reports a server that is not Skep', patiently, async () => {
  const SKEP_URL = await aServer((_request, response) => response.end('<h1>Welcome</h1>'));
  expect(await failsWith({ SKEP_URL, SKEP_MCP_TOKEN: unknown })).toEqual({
    code: 1,
    stdout: '',
    stderr: `${SKEP_URL} returned 200. Is this the URL of a Skep server?\n`,
  });
});

it('rejects arguments', patiently, async () => {
  const { code, stderr } = await failsWith({ SKEP_MCP_TOKEN: unknown }, ['--nonsense']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^Usage: skep mcp/)]);
});

it('exits when its input ends', patiently, async () => {
  const { token } = await anAssistant(node, await aPerson(node));
  const run = launch(cli, ['mcp'], { SKEP_URL: node.url, SKEP_MCP_TOKEN: token });
  const hello = { jsonrpc: '2.0', id: 1, method: 'ping' };
  run.child.stdin?.write(`${JSON.stringify(hello)}\n`);
  await vi.waitUntil(() => run.stdout().endsWith('\n'), patiently);
  expect(JSON.parse(run.stdout())).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  run.child.stdin?.end();
  expect([await run.exit, run.stderr()]).toEqual([0, '']);
});
