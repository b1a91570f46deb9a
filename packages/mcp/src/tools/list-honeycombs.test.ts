import { expect, it } from 'vitest';
import { anAssistant, aPerson, aProject } from '../../../../apps/server/test/builders.ts';
import { startAssistant } from '../../test/assistant.ts';
import { call as callTool, connect } from '../../test/clients.ts';

const { node, ada, project, call } = await startAssistant();

it('lists the projects with their teams, and without their keys', async () => {
  const second = await aProject(ada, { name: 'Line\nbreak', description: 'Our app' });
  const { data, text } = await call('list_honeycombs');
  const team = { id: ada.teamId, name: expect.any(String), slug: expect.any(String) };
  expect(data.honeycombs).toHaveLength(2);
  expect(data.honeycombs).toEqual(
    expect.arrayContaining([
      { id: project.id, name: 'Shop', team },
      { id: second.id, name: 'Line\nbreak', description: 'Our app', team },
    ]),
  );
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain(`project ${second.id} "Line\\nbreak" · team ${ada.teamId} `);
  expect(text + JSON.stringify(data)).not.toContain('sk_');
});

it("does not list anybody else's, and says so when there are none", async () => {
  const client = await connect({
    url: node.url,
    token: (await anAssistant(node, await aPerson(node))).token,
  });
  const { data, text } = await callTool(client, 'list_honeycombs');
  expect(data).toEqual({ honeycombs: [] });
  expect(text).toMatch(/^There are no projects yet/);
});
