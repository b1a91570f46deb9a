import Type from 'typebox';
import { changesLabels } from '../changes.ts';
import { findLabels } from '../label.ts';
import { Id } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const deleteLabel = defineTool({
  name: 'delete_label',
  title: 'Delete a label',
  description:
    'Deletes a label for good and takes it off every bug. Use it only when the user asks for it; remove_label_from_bug takes it off one bug.',
  ...changesLabels,
  annotations: { ...changesLabels.annotations, destructiveHint: true, idempotentHint: true },
  input: Type.Object({ label_id: Id() }),
  output: Type.Object({ deleted_label_id: Type.Integer() }),
  missing: findLabels,
  async run(api, { label_id }) {
    await api.request('DELETE /mcp/labels/:label_id', { label_id });
    return { text: `Label ${label_id} is deleted.`, data: { deleted_label_id: label_id } };
  },
});
