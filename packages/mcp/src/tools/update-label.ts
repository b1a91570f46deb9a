import Type from 'typebox';
import { Label } from '../answers.ts';
import { changesLabels } from '../changes.ts';
import { Color, findLabels, labelLine, Name } from '../label.ts';
import { Id } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const updateLabel = defineTool({
  name: 'update_label',
  title: 'Change a label',
  description:
    'Renames or recolors a label, on every bug that carries it. Use it only when the user asks for it.',
  ...changesLabels,
  // It is destructive, because nothing remembers the old name.
  annotations: { ...changesLabels.annotations, destructiveHint: true, idempotentHint: true },
  input: Type.Object({ label_id: Id(), name: Type.Optional(Name), color: Type.Optional(Color) }),
  output: Type.Object({ label: Label }),
  missing: findLabels,
  async run(api, { label_id, ...body }) {
    const label = await api.request('PATCH /mcp/labels/:label_id', { label_id }, { body });
    return { text: `Changed to ${labelLine(label)}`, data: { label } };
  },
});
