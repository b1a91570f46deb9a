import { sql } from 'kysely';
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
      { id: second.id, name: 'Line\nbreak', team },
    ]),
  );
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain(`project ${second.id} "Line\\nbreak" · team ${ada.teamId} `);
  expect(text + JSON.stringify(data)).not.toContain('sk_');
});

it('paginates more than 200 projects', async () => {
  const grace = await aPerson(node);
  await sql`
    insert into projects (team_id, name, api_key)
    select ${grace.teamId}, 'P' || n, 'sk_' || gen_random_uuid() from generate_series(1, 201) as n`.execute(
    node.db,
  );
  const client = await connect({ url: node.url, token: (await anAssistant(node, grace)).token });
  const first = await callTool(client, 'list_honeycombs');
  expect(first.data).toMatchObject({ next_cursor: '200' });
  expect(first.text).toContain('cursor "200"');
  const second = await callTool(client, 'list_honeycombs', { cursor: '200' });
  expect(second.data).toEqual({ honeycombs: [expect.objectContaining({ name: 'P1' })] });
});

it("does not list other teams' projects, and reports when there are none", async () => {
  const client = await connect({
    url: node.url,
    token: (await anAssistant(node, await aPerson(node))).token,
  });
  const { data, text } = await callTool(client, 'list_honeycombs');
  expect(data).toEqual({ honeycombs: [] });
  expect(text).toMatch(/^No projects yet/);
});
