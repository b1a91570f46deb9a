import { expect, it } from 'vitest';
import { aBug, aColleague, anAssistant } from '../../../../apps/server/test/builders.ts';
import { startAssistant } from '../../test/assistant.ts';
import { call as callTool, connect, expectProblem } from '../../test/clients.ts';
import { attack, expectFenced } from '../../test/untrusted.ts';

const { node, ada, project, call, bug, timeline } = await startAssistant();

it("assigns the bug to the token's user", async () => {
  const id = await aBug(node, project);
  const { data, text } = await call('assign_to_me', { bug_id: id });
  expect(data.bug).toMatchObject({ id, assignee: 'Ada' });
  expect(text).toContain('assigned to "Ada"');
  expect(await bug(id)).toMatchObject({ assignee_id: ada.id });
  expect((await timeline(id)).slice(1)).toMatchObject([{ kind: 'assigned', via: 'mcp' }]);
});

it('reassigns it from another user', async () => {
  const id = await aBug(node, project);
  await call('assign_to_me', { bug_id: id });
  const grace = await aColleague(node, ada);
  const client = await connect({ url: node.url, token: (await anAssistant(node, grace)).token });
  await callTool(client, 'assign_to_me', { bug_id: id });
  expect(await bug(id)).toMatchObject({ assignee_id: grace.id });
});

it('fences untrusted text', async () => {
  const id = await aBug(node, project, { title: attack, description: attack, stack_trace: attack });
  expectFenced(await call('assign_to_me', { bug_id: id }));
});

it('explains how to find a bug after a 404', async () => {
  expectProblem(await call('assign_to_me', { bug_id: 999 }), /^Not found: .+ Find ids with list_bugs\.$/);
});
