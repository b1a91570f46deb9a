import { reportFields, severities, statuses } from '@skep/vocabulary';
import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { changesBug, defineTool, Id, OneOf } from '../tool.ts';

const updateBug = defineTool({
  name: 'update_bug',
  title: 'Update a bug',
  description: 'Sets the status, severity or title of a bug. Use it to triage or reopen a bug.',
  ...changesBug,
  input: Type.Object({
    bug_id: Id(),
    status: Type.Optional(OneOf(statuses)),
    severity: Type.Optional(OneOf(severities)),
    title: Type.Optional(Type.String({ maxLength: reportFields.title.maxLength })),
  }),
  output: ChangedBug,
  async run(api, { bug_id, ...body }) {
    const bug = await api.request('PATCH /mcp/bugs/:bug_id', { bug_id }, { body });
    return changed(bug, 'Updated bug:');
  },
});

/** Tools whose only argument is a bug. */
const actionTools = (
  [
    {
      name: 'resolve_bug',
      title: 'Resolve a bug',
      description:
        'Sets the status of a bug to resolved. Use it once a fix is in place. Describe the fix with add_comment.',
      route: 'POST /mcp/bugs/:bug_id/resolve',
      outcome: 'Resolved bug:',
    },
    {
      name: 'mark_spam',
      title: 'Mark a bug as spam',
      description:
        'Sets the status of a bug to spam. Use it for advertising, abuse or nonsense, not for bugs that will not be fixed.',
      route: 'POST /mcp/bugs/:bug_id/spam',
      outcome: 'Bug marked as spam:',
    },
    {
      name: 'assign_to_me',
      title: 'Assign a bug to me',
      description:
        'Assigns a bug to the user of this token. Use it when that user starts to work on the bug.',
      route: 'POST /mcp/bugs/:bug_id/assign-me',
      outcome: 'Bug assigned to the user of this token:',
    },
  ] as const
).map(({ route, outcome, ...texts }) =>
  defineTool({
    ...texts,
    ...changesBug,
    input: Type.Object({ bug_id: Id() }),
    output: ChangedBug,
    run: async (api, { bug_id }) => changed(await api.request(route, { bug_id }), outcome),
  }),
);

const addComment = defineTool({
  name: 'add_comment',
  title: 'Comment on a bug',
  description:
    'Adds a comment to a bug as the user of this token, visible to the team. Use it to record findings, a cause or a fix.',
  ...changesBug,
  annotations: { ...changesBug.annotations, idempotentHint: false },
  input: Type.Object({ bug_id: Id(), body: Type.String({ minLength: 1, maxLength: 10_000 }) }),
  output: Type.Object({ comment_id: Type.Integer(), bug_id: Type.Integer(), created_at: Type.String() }),
  async run(api, { bug_id, ...body }) {
    const { id, created_at } = await api.request('POST /mcp/bugs/:bug_id/comments', { bug_id }, { body });
    return {
      text: `Added comment ${id} to bug #${bug_id}.`,
      data: { comment_id: id, bug_id, created_at },
    };
  },
});

export const changeTools = [updateBug, ...actionTools, addComment];
