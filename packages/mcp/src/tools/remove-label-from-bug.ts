import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { changesBug } from '../changes.ts';
import { Name } from '../label.ts';
import { Id } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const removeLabelFromBug = defineTool({
  name: 'remove_label_from_bug',
  title: 'Take a label off a bug',
  description:
    'Takes a label off one bug; other bugs keep it. Name it by label_id or by label_name, not both. Use it when a label does not fit.',
  ...changesBug,
  input: Type.Object({
    bug_id: Id(),
    label_id: Type.Optional(Id()),
    label_name: Type.Optional(Name),
  }),
  output: ChangedBug,
  missing: 'Find bugs with list_bugs and labels with list_labels.',
  async run(api, { bug_id, ...query }) {
    const bug = await api.request('DELETE /mcp/bugs/:bug_id/labels', { bug_id }, { query });
    return changed(bug, 'The label is not on the bug:');
  },
});
