import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anAssistant, aPerson, aProject } from '../../../test/builders.ts';
import type { Client } from '../../../test/client.ts';
import { startService, type TestNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';

const node = await startService();
const ada = await aPerson(node);
await aProject(ada);

async function callTool(api: Client, name: string, args: object = {}) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { text } = await api.post('/mcp', message, { accept: 'application/json, text/event-stream' });
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result;
}

/** Calls a tool that needs two routes: the list of projects and one project. */
const getSnippet = (api: Client) => callTool(api, 'get_install_snippet', { framework: 'go' });

const holdProjects = (node: TestNode) =>
  hold(node, (trx) => sql`lock table projects in access exclusive mode`.execute(trx));

it('a call that takes long looks again: what its token opened may be closed by then', async () => {
  const { api, tokenId } = await anAssistant(node, ada);
  const release = await holdProjects(node);
  const calling = getSnippet(api);
  await whenBlocked(node);
  await node.context.pools.main.deleteFrom('mcp_tokens').where('id', '=', tokenId).execute();
  // Longer than a verified token is trusted.
  await sleep(1_200);
  await release();
  expect(await calling).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^Invalid MCP token/) }],
  });
});

it('a call that is at work when the service stops is finished', async () => {
  const stopping = await startService();
  const grace = await aPerson(stopping);
  await aProject(grace);
  const { api } = await anAssistant(stopping, grace);
  const release = await holdProjects(stopping);
  const calling = getSnippet(api);
  await whenBlocked(stopping);
  const stopped = stopping.stop();
  await release();
  expect(await calling).toMatchObject({ structuredContent: { key_included: true } });
  await stopped;
});
