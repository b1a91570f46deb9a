import { expect, it } from 'vitest';
import { aBug } from '../../../../apps/server/test/builders.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';

const { node, ada, project, call } = await startAssistant();

it("comments as the token's user", async () => {
  const id = await aBug(node, project);
  const { data, text } = await call('add_comment', { bug_id: id, body: 'It is the cart.' });
  const comments = (await ada.api.get(`/api/v1/bugs-admin/${id}/comments`)).body.items;
  expect(comments).toMatchObject([{ author: { id: ada.id }, body: 'It is the cart.', via: 'mcp' }]);
  const [{ id: commentId, created_at }] = comments;
  expect(data).toEqual({ comment_id: commentId, bug_id: id, created_at });
  expect(text).toBe(`Added comment ${commentId} to bug #${id}.`);
});

it.each([
  [{ bug_id: 1, body: '  ' }, /body: must not be blank/],
  [{ bug_id: 1 }, /body/],
  [{ bug_id: 999, body: 'Seen' }, /^Not found: .+ Find ids with list_bugs\.$/],
])('explains how to fix %j', async (args, expected) => {
  expectProblem(await call('add_comment', args), expected);
});
