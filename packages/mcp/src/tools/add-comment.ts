import Type from 'typebox';
import { changesBug } from '../changes.ts';
import { Id } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const addComment = defineTool({
  name: 'add_comment',
  title: 'Comment on a bug',
  description:
    "Adds a comment to a bug, in the name of the token's user, for the team to read. Use it to note findings, a cause or a fix.",
  ...changesBug,
  annotations: { ...changesBug.annotations, idempotentHint: false },
  input: Type.Object({ bug_id: Id(), body: Type.String({ minLength: 1, maxLength: 10_000 }) }),
  output: Type.Object({ comment_id: Type.Integer(), bug_id: Type.Integer(), created_at: Type.String() }),
  async run(api, { bug_id, body }) {
    const { id, created_at } = await api.request(
      'POST /mcp/bugs/:bug_id/comments',
      { bug_id },
      { body: { body } },
    );
    return {
      text: `Comment ${id} was added to bug #${bug_id}.`,
      data: { comment_id: id, bug_id, created_at },
    };
  },
});
