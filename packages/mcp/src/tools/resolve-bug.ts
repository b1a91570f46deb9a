import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { changesBug } from '../changes.ts';
import { Id } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const resolveBug = defineTool({
  name: 'resolve_bug',
  title: 'Resolve a bug',
  description:
    'Sets the status of a bug to resolved. Use it once a fix is in place; say with add_comment what was done.',
  ...changesBug,
  input: Type.Object({ bug_id: Id() }),
  output: ChangedBug,
  async run(api, { bug_id }) {
    const bug = await api.request('POST /mcp/bugs/:bug_id/resolve', { bug_id });
    return changed(bug, 'The bug is resolved:');
  },
});
