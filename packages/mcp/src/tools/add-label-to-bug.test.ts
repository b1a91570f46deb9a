import { expect, it } from 'vitest';
import { aBug } from '../../../../apps/server/test/builders.ts';
import { aLabel } from '../../../../apps/server/test/stored-bugs.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';
import { attack, expectFenced } from '../../test/untrusted.ts';

const { node, ada, project, call, bug, timeline } = await startAssistant();

it('adds a label once, by id or by case-insensitive name', async () => {
  const [id, label] = [await aBug(node, project), await aLabel(ada, 'Checkout')];
  for (const reference of [{ label_id: label }, { label_name: 'CHECKOUT' }]) {
    const { data, text } = await call('add_label_to_bug', { bug_id: id, ...reference });
    expect(data.bug).toMatchObject({ id, labels: ['Checkout'] });
    expect(text).toContain('labels: "Checkout"');
  }
  expect(await bug(id)).toMatchObject({ labels: [{ id: label }] });
  expect((await timeline(id)).slice(1)).toMatchObject([{ kind: 'label_added', via: 'mcp' }]);
});

it('fences untrusted text', async () => {
  await aLabel(ada, 'Fenced');
  const id = await aBug(node, project, { title: attack, description: attack, stack_trace: attack });
  expectFenced(await call('add_label_to_bug', { bug_id: id, label_name: 'Fenced' }));
});

it.each([
  [{ bug_id: 999, label_name: 'x' }, /^Not found: .+ list_bugs .+ list_labels/],
  [{ bug_id: 1 }, /must be given, either label_id or label_name/],
])('explains how to fix %j', async (args, expected) => {
  expectProblem(await call('add_label_to_bug', args), expected);
});
