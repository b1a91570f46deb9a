import Type from 'typebox';
import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { IdParams, NoContent, paginationQuery } from '../../schema.ts';
import * as operations from './operations.ts';
import { notTheAuthor } from './operations.ts';
import { Comment, CommentBody, CommentList } from './schema.ts';

const tags = ['comments'];
const auth = 'session';
const ofBug = IdParams('bug_id');
const oneOfBug = IdParams('bug_id', 'comment_id');

export function commentRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin/:bug_id/comments',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'listComments',
        summary: 'List the comments on a bug, oldest first',
        params: ofBug,
        querystring: Type.Object(paginationQuery),
        response: { 200: CommentList },
      },
    },
    ({ actor, params, query }) => operations.listComments(context, actor, params.bug_id, query),
  );

  app.post(
    '/bugs-admin/:bug_id/comments',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'createComment',
        summary: 'Comment on a bug',
        params: ofBug,
        body: CommentBody,
        response: { 201: Comment },
      },
    },
    async ({ actor, params, body }, reply) =>
      reply.code(201).send(await operations.createComment(context, actor, params.bug_id, body.body)),
  );

  app.patch(
    '/bugs-admin/:bug_id/comments/:comment_id',
    {
      config: { auth, errors: [notTheAuthor()] },
      schema: {
        tags,
        operationId: 'updateComment',
        summary: 'Edit a comment of your own',
        params: oneOfBug,
        body: CommentBody,
        response: { 200: Comment },
      },
    },
    ({ actor, params, body }) => operations.editComment(context, actor, params, body.body),
  );

  app.delete(
    '/bugs-admin/:bug_id/comments/:comment_id',
    {
      config: { auth, errors: [notTheAuthor()] },
      schema: {
        tags,
        operationId: 'deleteComment',
        summary: 'Delete a comment of your own',
        params: oneOfBug,
        response: { 204: NoContent },
      },
    },
    async ({ actor, params }, reply) => {
      await operations.deleteComment(context, actor, params);
      return reply.code(204).send(null);
    },
  );
}
