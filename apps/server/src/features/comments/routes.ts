import Type from 'typebox';
import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { IdParams, NoContent, paginationQuery } from '../../schema.ts';
import * as operations from './operations.ts';
import { notTheAuthor } from './operations.ts';
import { Comment, CommentBody, CommentList } from './schema.ts';

const route = routeOptions('comments', { auth: 'session' });
const ofBug = IdParams('bug_id');
const ofComment = IdParams('bug_id', 'comment_id');

export function commentRoutes(app: App, context: Context): void {
  app.get(
    '/bugs-admin/:bug_id/comments',
    route('listComments', 'List the comments on a bug, oldest first', {
      params: ofBug,
      querystring: Type.Object(paginationQuery),
      response: { 200: CommentList },
    }),
    ({ actor, params, query }) => operations.listComments(context, actor, params.bug_id, query),
  );

  app.post(
    '/bugs-admin/:bug_id/comments',
    route('createComment', 'Comment on a bug', {
      params: ofBug,
      body: CommentBody,
      response: { 201: Comment },
    }),
    ({ actor, params, body }) => operations.createComment(context, actor, params.bug_id, body.body),
  );

  app.patch(
    '/bugs-admin/:bug_id/comments/:comment_id',
    route(
      'updateComment',
      'Edit a comment of your own',
      { params: ofComment, body: CommentBody, response: { 200: Comment } },
      { errors: [notTheAuthor()] },
    ),
    ({ actor, params, body }) => operations.editComment(context, actor, params, body.body),
  );

  app.delete(
    '/bugs-admin/:bug_id/comments/:comment_id',
    route(
      'deleteComment',
      'Delete a comment of your own',
      { params: ofComment, response: { 204: NoContent } },
      { errors: [notTheAuthor()] },
    ),
    ({ actor, params }) => operations.deleteComment(context, actor, params),
  );
}
