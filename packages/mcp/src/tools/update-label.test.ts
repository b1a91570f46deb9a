import { expect, it } from 'vitest';
import { aLabel } from '../../../../apps/server/test/stored-bugs.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';

const { ada, call } = await startAssistant();

it('renames and recolors a label', async () => {
  const id = await aLabel(ada, 'Checkout');
  const renamed = await call('update_label', { label_id: id, name: 'Payment' });
  expect(renamed.data.label).toMatchObject({ id, name: 'Payment' });
  const { data, text } = await call('update_label', { label_id: id, color: '#0000AA' });
  expect(data.label).toEqual({ id, team_id: ada.teamId, name: 'Payment', color: '#0000AA', bug_count: 0 });
  expect(text).toBe(`Updated label ${id} "Payment" #0000AA · bugs: 0`);
  expect((await ada.api.get(`/api/v1/teams/${ada.teamId}/labels`)).body.items).toEqual([data.label]);
});

it.each([
  [{ label_id: 1 }, /must contain at least one of name, color/],
  [{ label_id: 999, name: 'x' }, /^Not found: .+ list_labels/],
])('explains how to fix %j', async (args, expected) => {
  expectProblem(await call('update_label', args), expected);
});
