import Type from 'typebox';
import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { routesOf } from '../../http/route.ts';
import { paginationQuery } from '../../schema.ts';
import * as operations from './operations.ts';
import { notTheAuthor } from './operations.ts';
import { Comment, CommentBody, CommentList } from './schema.ts';

export function commentRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'session', tags: ['comments'] });

  routes.get(
    '/bugs-admin/:bug_id/comments',
    {
      operationId: 'listComments',
      summary: 'List the comments on a bug, oldest first',
      querystring: Type.Object(paginationQuery),
      response: { 200: CommentList },
    },
    ({ actor, params, query }) => operations.listComments(context, actor, params.bug_id, query),
  );

  routes.post(
    '/bugs-admin/:bug_id/comments',
    {
      operationId: 'createComment',
      summary: 'Comment on a bug',
      body: CommentBody,
      response: { 201: Comment },
    },
    ({ actor, params, body }) => operations.createComment(context, actor, params.bug_id, body.body),
  );

  routes.patch(
    '/bugs-admin/:bug_id/comments/:comment_id',
    {
      operationId: 'updateComment',
      summary: 'Edit a comment of your own',
      body: CommentBody,
      response: { 200: Comment },
      errors: [notTheAuthor()],
    },
    ({ actor, params, body }) => operations.editComment(context, actor, params, body.body),
  );

  routes.delete(
    '/bugs-admin/:bug_id/comments/:comment_id',
    { operationId: 'deleteComment', summary: 'Delete a comment of your own', errors: [notTheAuthor()] },
    ({ actor, params }) => operations.deleteComment(context, actor, params),
  );
}
