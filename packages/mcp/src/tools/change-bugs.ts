import { reportFields, severities, statuses } from '@skep/vocabulary';
import Type from 'typebox';
import { ChangedBug, changed } from '../bug.ts';
import { changesBug, defineTool, Id, OneOf } from '../tool.ts';

const updateBug = defineTool({
  name: 'update_bug',
  title: 'Change a bug',
  description: 'Sets status, severity or title of a bug. Use it to triage or reopen one.',
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
    return changed(bug, 'The bug now is:');
  },
});

/** Tools that take nothing but a bug. */
const oneStepTools = (
  [
    {
      name: 'resolve_bug',
      title: 'Resolve a bug',
      description:
        'Sets the status of a bug to resolved. Use it once a fix is in place; say with add_comment what was done.',
      route: 'POST /mcp/bugs/:bug_id/resolve',
      outcome: 'The bug is resolved:',
    },
    {
      name: 'mark_spam',
      title: 'Mark a bug as spam',
      description:
        'Sets the status of a bug to spam. Use it for reports that are advertising, abuse or nonsense, not for bugs that will not be fixed.',
      route: 'POST /mcp/bugs/:bug_id/spam',
      outcome: 'The bug is marked as spam:',
    },
    {
      name: 'assign_to_me',
      title: 'Assign a bug to me',
      description: 'Assigns a bug to the user whose token this is. Use it when that user takes the bug on.',
      route: 'POST /mcp/bugs/:bug_id/assign-me',
      outcome: 'The bug is assigned to the user of this token:',
    },
  ] as const
).map(({ route, outcome, ...about }) =>
  defineTool({
    ...about,
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
    "Adds a comment to a bug, in the name of the token's user, for the team to read. Use it to note findings, a cause or a fix.",
  ...changesBug,
  annotations: { ...changesBug.annotations, idempotentHint: false },
  input: Type.Object({ bug_id: Id(), body: Type.String({ minLength: 1, maxLength: 10_000 }) }),
  output: Type.Object({ comment_id: Type.Integer(), bug_id: Type.Integer(), created_at: Type.String() }),
  async run(api, { bug_id, ...body }) {
    const { id, created_at } = await api.request('POST /mcp/bugs/:bug_id/comments', { bug_id }, { body });
    return {
      text: `Comment ${id} was added to bug #${bug_id}.`,
      data: { comment_id: id, bug_id, created_at },
    };
  },
});

export const changeTools = [updateBug, ...oneStepTools, addComment];
