import { describe, expect, it } from 'vitest';
import { anAssistant, aPerson, aProject } from '../../../../apps/server/test/builders.ts';
import { startAssistant } from '../../test/assistant.ts';
import { call as callTool, connect, expectProblem } from '../../test/clients.ts';

const { node, ada, project, call } = await startAssistant();

it("returns the code with the project's API key and URL, and the remaining steps", async () => {
  const { data, text } = await call('get_install_snippet', { framework: 'django', project_id: project.id });
  expect(data).toMatchObject({ framework: 'django', key_included: true });
  expect(data.files[0].code).toContain(project.api_key);
  expect(data.steps.at(-1)).toBe(
    `The API key belongs to project ${project.id}, "Shop". It is safe to publish: it can only send reports.`,
  );
  expect(text).toMatch(/^Code for Django\.\n\nFile .+:\n```\n/);
  expect(text).toContain(data.files[0].code);
});

it.each([
  [{ framework: 'go', project_id: 999 }, /^Not found: .+ list_honeycombs/],
  [{ framework: 'cobol' }, /nextjs, nuxt,/],
])('explains how to fix %j', async (args, expected) => {
  expectProblem(await call('get_install_snippet', args), expected);
});

describe('without a project id', () => {
  it('uses the only project', async () => {
    const grace = await aPerson(node);
    const only = await aProject(grace);
    const own = await connect({ url: node.url, token: (await anAssistant(node, grace)).token });
    const { data } = await callTool(own, 'get_install_snippet', { framework: 'html' });
    expect([data.key_included, data.files[0].code.includes(only.api_key)]).toEqual([true, true]);
    await aProject(grace);
    const { data: ambiguous } = await callTool(own, 'get_install_snippet', { framework: 'html' });
    expect(ambiguous.key_included).toBe(false);
    expect(ambiguous.steps.at(-1)).toMatch(/Replace sk_YOUR_PROJECT_KEY.+list_honeycombs/);
  });

  it('does not use projects of a team with a pending invitation', async () => {
    const grace = await aPerson(node);
    const invited = await ada.api.post(`/api/v1/teams/${ada.teamId}/members`, { email: grace.email });
    expect(invited.status).toBe(202);
    const own = await connect({ url: node.url, token: (await anAssistant(node, grace)).token });
    const { data, text } = await callTool(own, 'get_install_snippet', { framework: 'html' });
    expect(data.key_included).toBe(false);
    expect(text).not.toContain(project.api_key);
    const args = { framework: 'html', project_id: project.id };
    expect((await callTool(own, 'get_install_snippet', args)).isError).toBe(true);
  });

  it('or without the scope inserts a placeholder and explains how to get the key', async () => {
    const { token } = await anAssistant(node, ada, ['read:bugs']);
    const poor = await connect({ url: node.url, token });
    for (const project_id of [undefined, project.id]) {
      const { data, text } = await callTool(poor, 'get_install_snippet', { framework: 'django', project_id });
      expect(data.key_included).toBe(false);
      expect(data.files[0].code).toContain('sk_YOUR_PROJECT_KEY');
      expect(text).toContain('scope read:honeycombs');
      expect(text).not.toContain(project.api_key);
    }
  });
});
