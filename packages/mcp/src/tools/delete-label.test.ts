import { expect, it } from 'vitest';
import { aBug } from '../../../../apps/server/test/builders.ts';
import { aLabel } from '../../../../apps/server/test/stored-bugs.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';

const { node, ada, project, call, bug } = await startAssistant();

it('deletes a label and removes it from its bugs', async () => {
  const [id, bugId] = [await aLabel(ada, 'Checkout'), await aBug(node, project)];
  await call('add_label_to_bug', { bug_id: bugId, label_id: id });
  const { data, text } = await call('delete_label', { label_id: id });
  expect(data).toEqual({ deleted_label_id: id });
  expect(text).toBe(`Deleted label ${id}.`);
  expect((await ada.api.get(`/api/v1/teams/${ada.teamId}/labels`)).body.items).toEqual([]);
  expect(await bug(bugId)).toMatchObject({ labels: [] });
});

it('explains how to find a label after a 404', async () => {
  expectProblem(await call('delete_label', { label_id: 999 }), /^Not found: .+ list_labels/);
});
