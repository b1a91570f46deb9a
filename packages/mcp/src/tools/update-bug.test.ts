import { expect, it } from 'vitest';
import { aBug } from '../../../../apps/server/test/builders.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';
import { attack, expectFenced } from '../../test/untrusted.ts';

const { node, ada, project, call, bug, timeline } = await startAssistant();

it('sets status and severity, and the timeline shows the channel', async () => {
  const id = await aBug(node, project);
  const { data, text } = await call('update_bug', { bug_id: id, status: 'in_progress', severity: 'high' });
  expect(data.bug).toEqual({
    id,
    status: 'in_progress',
    severity: 'high',
    labels: [],
    untrusted_report: { title: 'Checkout button does nothing' },
  });
  expect(text).toContain(`Updated bug:\n#${id} in_progress, high · unassigned · labels: none`);
  expect(await bug(id)).toMatchObject({ status: 'in_progress', severity: 'high' });
  expect((await timeline(id)).slice(1)).toMatchObject([
    { kind: 'status_changed', actor: { id: ada.id }, via: 'mcp' },
    { kind: 'severity_changed', actor: { id: ada.id }, via: 'mcp' },
  ]);
});

it('keeps fields that are not passed', async () => {
  const id = await aBug(node, project, { severity: 'low' });
  await call('update_bug', { bug_id: id, status: 'closed' });
  expect(await bug(id)).toMatchObject({ status: 'closed', severity: 'low' });
});

it('fences untrusted text', async () => {
  const id = await aBug(node, project, { title: attack, description: attack, stack_trace: attack });
  expectFenced(await call('update_bug', { bug_id: id, severity: 'high' }));
});

it.each([
  [{ bug_id: 1 }, /^Invalid arguments\. body: must contain at least one of status, severity/],
  [{ bug_id: 1, status: 'done' }, /open, in_progress, resolved, closed, wont_fix, spam/],
  [{ bug_id: 999, status: 'open' }, /^Not found: .+ Find ids with list_bugs\.$/],
])('explains how to fix %j', async (args, expected) => {
  expectProblem(await call('update_bug', args), expected);
});
