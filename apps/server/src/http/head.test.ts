import { expect, it } from 'vitest';
import { aBug, anAssistant, aPerson, aProject } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';

const node = await startService();
const ada = await aPerson(node);
const project = await aProject(ada);
const { token } = await anAssistant(node, ada);
const bugId = await aBug(node, project);

const { body: document } = await node.anyone.get('/openapi.json');
const ids: Record<string, number> = { project_id: project.id, bug_id: bugId, team_id: ada.teamId };
const paths = Object.entries(document.paths as Record<string, object>)
  .filter(([, methods]) => 'get' in methods)
  .map(([path]) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1)));

/** The credential for this path. */
function keyTo(path: string): Record<string, string> {
  if (path.startsWith('/api/v1/mcp')) return { 'x-mcp-token': token };
  if (path.startsWith('/api/v1/widget')) return { 'x-api-key': project.api_key };
  return { authorization: `Bearer ${ada.token}` };
}

const neverEnds = '/api/v1/live';

it.each(paths.filter((path) => path !== neverEnds))(
  'HEAD %s answers as GET does, without a body',
  async (path) => {
    const ask = (method: string) => node.anyone.request(method, path, { headers: keyTo(path) });
    const [asked, read] = [await ask('HEAD'), await ask('GET')];
    expect([asked.status, asked.text]).toEqual([read.status, '']);
    expect(asked.status).toBeLessThan(500);
  },
);

it.each([
  ['/mcp', { 'x-mcp-token': token }],
  ['/mcp', {}],
  [neverEnds, { authorization: `Bearer ${ada.token}` }],
])('HEAD %s is not allowed', async (path, headers) => {
  const answer = await node.anyone.request('HEAD', path, { headers });
  expect([answer.status, answer.text]).toEqual([405, '']);
  expect(answer.headers.get('allow')).not.toContain('HEAD');
});
