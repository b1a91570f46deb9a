import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { changesBug } from '../changes.ts';
import { Id } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const markSpam = defineTool({
  name: 'mark_spam',
  title: 'Mark a bug as spam',
  description:
    'Sets the status of a bug to spam. Use it for reports that are advertising, abuse or nonsense, not for bugs that will not be fixed.',
  ...changesBug,
  input: Type.Object({ bug_id: Id() }),
  output: ChangedBug,
  async run(api, { bug_id }) {
    const bug = await api.request('POST /mcp/bugs/:bug_id/spam', { bug_id });
    return changed(bug, 'The bug is marked as spam:');
  },
});
