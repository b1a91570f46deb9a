import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { changesBug } from '../changes.ts';
import { Name } from '../label.ts';
import { Id } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const addLabelToBug = defineTool({
  name: 'add_label_to_bug',
  title: 'Label a bug',
  description:
    "Puts a label of the bug's team on a bug. Name it by label_id or by label_name, not both. Use it to sort bugs by subject.",
  ...changesBug,
  input: Type.Object({
    bug_id: Id(),
    label_id: Type.Optional(Id()),
    label_name: Type.Optional(Name),
  }),
  output: ChangedBug,
  missing: 'Find bugs with list_bugs and labels with list_labels; create_label makes a new one.',
  async run(api, { bug_id, ...body }) {
    const bug = await api.request('POST /mcp/bugs/:bug_id/labels', { bug_id }, { body });
    return changed(bug, 'The label is on the bug:');
  },
});
