import { severities, statuses } from '@skep/vocabulary';
import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { changesBug } from '../changes.ts';
import { Id, OneOf } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const updateBug = defineTool({
  name: 'update_bug',
  title: 'Change a bug',
  description:
    'Sets the status, the severity or both of a bug. Use it to triage or to reopen; for the usual cases there are resolve_bug and mark_spam.',
  ...changesBug,
  input: Type.Object({
    bug_id: Id(),
    status: Type.Optional(OneOf(statuses)),
    severity: Type.Optional(OneOf(severities)),
  }),
  output: ChangedBug,
  async run(api, { bug_id, ...body }) {
    const bug = await api.request('PATCH /mcp/bugs/:bug_id', { bug_id }, { body });
    return changed(bug, 'The bug now is:');
  },
});
