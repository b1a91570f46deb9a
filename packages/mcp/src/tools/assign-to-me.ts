import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { changesBug } from '../changes.ts';
import { Id } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const assignToMe = defineTool({
  name: 'assign_to_me',
  title: 'Assign a bug to me',
  description: 'Assigns a bug to the user whose token this is. Use it when that user takes the bug on.',
  ...changesBug,
  input: Type.Object({ bug_id: Id() }),
  output: ChangedBug,
  async run(api, { bug_id }) {
    return changed(
      await api.request('POST /mcp/bugs/:bug_id/assign-me', { bug_id }),
      'The bug is assigned to the user of this token:',
    );
  },
});
