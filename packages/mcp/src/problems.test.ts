import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { anAssistant, aPerson } from '../../../apps/server/test/builders.ts';
import { startService } from '../../../apps/server/test/harness.ts';
import { call, connect, patiently, transports } from '../test/clients.ts';
import { ApiProblem, explain } from './api.ts';
import { createMcpServer } from './server.ts';

const node = await startService();
const ada = await aPerson(node);

it.each(transports)(
  'a call with a revoked token returns a clear error, over %s',
  patiently,
  async (name, open) => {
    const { token, tokenId } = await anAssistant(node, ada);
    const target = { url: node.url, token };
    const client = await connect(target, 'legacy', open(target));
    await ada.api.delete(`/api/v1/me/mcp-tokens/${tokenId}`);
    if (name === 'stdio') {
      const { isError, text } = await call(client, 'list_bugs');
      expect([isError, text]).toEqual([
        true,
        expect.stringMatching(/^Invalid MCP token: .+\/me\/settings\/mcp/),
      ]);
    } else {
      await expect(call(client, 'list_bugs')).rejects.toThrow(/401|Unauthorized|Invalid MCP token/);
    }
  },
);

describe('a server error', () => {
  it.each([
    [
      new ApiProblem(0, 'http://skep.test: ECONNREFUSED'),
      /^The server did not respond .+ECONNREFUSED.+Try again/,
    ],
    [new ApiProblem(429, 'Rate limit exceeded: 10 per minute', '42'), /Wait 42 seconds/],
    [
      new ApiProblem(503, 'The database does not respond', '5'),
      /^The database does not respond\. Try again in 5 seconds/,
    ],
    [new ApiProblem(500, 'Internal server error, request 7'), /returned 500 .+request 7.+Tell the user/],
    [new ApiProblem(302, 'no reason given'), /returned 302/],
  ])('%s', (problem, expected) => {
    expect(explain(problem, 'http://skep.test/me/settings/mcp', '')).toMatch(expected);
  });

  it('that is unexpected is logged without leaking details', async () => {
    const faults: unknown[] = [];
    const fault = new TypeError('secret detail');
    const api = {
      baseUrl: 'http://skep.test',
      log: (error: unknown) => faults.push(error),
      request: () => Promise.reject(fault),
    };
    const [here, there] = InMemoryTransport.createLinkedPair();
    await createMcpServer(api, ['read:teams']).connect(there);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(here);
    const { isError, text } = await call(client, 'get_stats');
    expect([isError, text]).toEqual([true, expect.stringMatching(/^Internal error in the tool/)]);
    expect(faults).toEqual([fault]);
  });
});
