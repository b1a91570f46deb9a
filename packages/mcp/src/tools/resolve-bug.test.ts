import { expect, it } from 'vitest';
import { aBug } from '../../../../apps/server/test/builders.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';
import { attack, expectFenced } from '../../test/untrusted.ts';

const { node, project, call, bug, timeline } = await startAssistant();

it('sets the status, once', async () => {
  const id = await aBug(node, project);
  for (let times = 0; times < 2; times++) {
    const { data, text } = await call('resolve_bug', { bug_id: id });
    expect(data.bug).toMatchObject({ id, status: 'resolved' });
    expect(text).toContain(`Resolved bug:\n#${id} resolved, medium`);
  }
  expect(await bug(id)).toMatchObject({ status: 'resolved' });
  expect((await timeline(id)).slice(1)).toMatchObject([{ kind: 'status_changed', via: 'mcp' }]);
});

it('fences untrusted text', async () => {
  const id = await aBug(node, project, { title: attack, description: attack, stack_trace: attack });
  expectFenced(await call('resolve_bug', { bug_id: id }));
});

it('explains how to find a bug after a 404', async () => {
  expectProblem(await call('resolve_bug', { bug_id: 999 }), /^Not found: .+ Find ids with list_bugs\.$/);
});
