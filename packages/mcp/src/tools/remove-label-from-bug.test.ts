import { expect, it } from 'vitest';
import { aBug } from '../../../../apps/server/test/builders.ts';
import { aLabel } from '../../../../apps/server/test/stored-bugs.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';
import { attack, expectFenced } from '../../test/untrusted.ts';

const { node, ada, project, call, bug, timeline } = await startAssistant();

it('removes a label from one bug only, by id or by case-insensitive name', async () => {
  const label = await aLabel(ada, 'Größe & more');
  const [first, second, third] = [
    await aBug(node, project),
    await aBug(node, project),
    await aBug(node, project),
  ];
  for (const bug_id of [first, second, third]) await call('add_label_to_bug', { bug_id, label_id: label });
  for (const [bug_id, reference] of [
    [first, { label_id: label }],
    [second, { label_name: 'GRÖßE & MORE' }],
  ] as const) {
    const { data, text } = await call('remove_label_from_bug', { bug_id, ...reference });
    expect(data.bug).toMatchObject({ id: bug_id, labels: [] });
    expect(text).toContain('labels: none');
    expect(await bug(bug_id)).toMatchObject({ labels: [] });
    expect((await timeline(bug_id)).at(-1)).toMatchObject({ kind: 'label_removed', via: 'mcp' });
  }
  expect(await bug(third)).toMatchObject({ labels: [{ id: label }] });
});

it('fences untrusted text', async () => {
  await aLabel(ada, 'Fenced');
  const id = await aBug(node, project, { title: attack, description: attack, stack_trace: attack });
  expectFenced(await call('remove_label_from_bug', { bug_id: id, label_name: 'Fenced' }));
});

it.each([
  [{ bug_id: 999, label_name: 'x' }, /^Not found: .+ list_bugs .+ list_labels/],
  [{ bug_id: 1 }, /must be given, either label_id or label_name/],
])('explains how to fix %j', async (args, expected) => {
  expectProblem(await call('remove_label_from_bug', args), expected);
});
