import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { anAssistant, aPerson, aProject } from '../../../apps/server/test/builders.ts';
import { startService } from '../../../apps/server/test/harness.ts';
import { call, connect, transports } from '../test/clients.ts';
import { ApiProblem, explain } from './problem.ts';
import { createMcpServer } from './server.ts';

const node = await startService();
const ada = await aPerson(node);
const client = await connect({ url: node.url, token: (await anAssistant(node, ada)).token });

describe('a problem is a result that says what to try', () => {
  it.each([
    ['get_bug', { bug_id: 999 }, /^Not found: .+ Find ids with list_bugs\.$/],
    ['resolve_bug', { bug_id: 999 }, /^Not found: .+ Find ids with list_bugs\.$/],
    ['list_bugs', { project_id: 999 }, /^Not found: .+ Find projects with list_honeycombs/],
    ['list_labels', { team_id: 999 }, /^Not found: .+ list_honeycombs or get_stats/],
    ['delete_label', { label_id: 999 }, /^Not found: .+ list_labels/],
    ['add_label_to_bug', { bug_id: 999, label_name: 'x' }, /^Not found: .+ list_bugs .+ list_labels/],
    ['get_install_snippet', { framework: 'go', project_id: 999 }, /^Not found: .+ list_honeycombs/],
    ['list_bugs', { cursor: 'next' }, /cursor: must be the next_cursor of an earlier answer.+again/],
    [
      'update_bug',
      { bug_id: 1 },
      /^The arguments were refused\. body: must hold at least one of status, severity/,
    ],
    ['add_label_to_bug', { bug_id: 1 }, /give either label_id or label_name/],
    ['update_label', { label_id: 1 }, /must hold at least one of name, color/],
    ['add_comment', { bug_id: 1, body: '  ' }, /body: must hold something other than white space/],
    ['detect_framework', { files: [{ name: 'notes.txt', content: '' }] }, /package\.json, .+ framework curl/],
  ])('%s %j', async (name, args, expected) => {
    const { isError, text, data } = await call(client, name, args);
    expect(isError).toBe(true);
    expect(text).toMatch(expected);
    expect(data).toBeUndefined();
  });

  it.each([
    ['get_bug', {}, 'bug_id'],
    ['list_bugs', { project: 1 }, 'project: no such argument; there are project_id, status, severity'],
    ['get_stats', { team_id: 1 }, 'team_id: no such argument; there are none'],
    ['get_bug', { bug_id: 'one' }, 'bug_id must be integer'],
    ['get_bug', { bug_id: 0 }, 'bug_id must be >= 1'],
    ['update_bug', { bug_id: 1, status: 'done' }, 'open, in_progress, resolved, closed, wont_fix, spam'],
    ['get_install_snippet', { framework: 'cobol' }, 'nextjs, nuxt,'],
    ['create_label', { team_id: 1, name: 'x', color: 'red' }, 'color must match'],
  ])('%s %j, which its schema does not allow', async (name, args, expected) => {
    const { isError, text } = await call(client, name, args);
    expect(isError).toBe(true);
    expect(text).toContain(expected);
  });

  it('when a name is taken', async () => {
    const label = { team_id: ada.teamId, name: 'Taken', color: '#000000' };
    await call(client, 'create_label', label);
    const { isError, text } = await call(client, 'create_label', { ...label, name: 'TAKEN' });
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^name: is already taken\. Choose other values/),
    ]);
  });

  it.each(transports)('when the token is revoked meanwhile, over %s', async (name, open) => {
    const { token, tokenId } = await anAssistant(node, ada);
    const place = { url: node.url, token };
    const client = await connect(place, 'legacy', open(place));
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
  });
});

it('checks keys of every kind', async () => {
  const project = await aProject(ada);
  const added = await ada.api.post(`/api/v1/projects/${project.id}/api-keys`, { name: 'CI' });
  for (const [api_key, expected] of [
    [project.api_key, { valid: true, plan: 'free' }],
    [added.body.api_key, { valid: true, plan: 'free' }],
    [`sk_${'0'.repeat(40)}`, { valid: false }],
    ['mcp_0123', { valid: false }],
    ['sk_ü\n', { valid: false }],
  ]) {
    const { isError, data } = await call(client, 'verify_api_key', { api_key });
    expect([isError, data]).toEqual([false, expected]);
  }
});

describe('of the service itself', () => {
  it.each([
    [
      new ApiProblem(0, 'http://skep.test: ECONNREFUSED'),
      /^The service did not answer .+ECONNREFUSED.+Try again/,
    ],
    [new ApiProblem(429, 'Rate limit exceeded: 10 per minute', '42'), /Wait 42 seconds/],
    [
      new ApiProblem(503, 'The database does not answer', '5'),
      /^The database does not answer\. Try again in 5 seconds/,
    ],
    [
      new ApiProblem(500, 'Something went wrong on our side, request 7'),
      /answered 500 .+request 7.+tell the user/,
    ],
    [new ApiProblem(302, 'no reason given'), /answered 302/],
  ])('%s', (problem, expected) => {
    expect(explain(problem, 'http://skep.test/me/settings/mcp', '')).toMatch(expected);
  });

  it('that nobody has foreseen is noted, and its details stay here', async () => {
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
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^Something went wrong in the tool itself/),
    ]);
    expect(faults).toEqual([fault]);
  });
});
