import Type from 'typebox';
import type { Context } from '../../context.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { Id, IdParams, NoContent, paginationQuery } from '../../schema.ts';
import { NewAttachment, Upload } from '../attachments/schema.ts';
import { announceImage, listImages, tooManyUnattached } from './images.ts';
import * as operations from './operations.ts';
import { notTheAuthor } from './operations.ts';
import { Comment, CommentBody, CommentImageList, CommentList } from './schema.ts';

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

  imageRoutes(app, context);
}

function imageRoutes(app: App, context: Context): void {
  app.post(
    '/bugs-admin/:bug_id/comment-images',
    route(
      'announceCommentImage',
      'Ask where to upload an image for a comment',
      {
        description:
          'Then send the image to `upload_url`, and name it in a comment on this bug as `![name](image:18)`. ' +
          'It is deleted with that comment, and after a day if no comment names it.',
        params: ofBug,
        body: NewAttachment,
        response: { 201: Upload },
      },
      { hasSecret: true, errors: [tooManyUnattached()] },
    ),
    ({ actor, params, body }) => announceImage(context, actor, params.bug_id, body),
  );

  app.get(
    '/bugs-admin/:bug_id/comment-images',
    route('listCommentImages', 'Read images for comments by their ids', {
      description:
        'Of comments on this bug that are sent or being written. Images that have not arrived are left out.',
      params: ofBug,
      querystring: Type.Object({
        image_id: Type.Optional(
          Type.Array(Id(), { maxItems: 100, description: 'The ids of the images. May be repeated.' }),
        ),
      }),
      response: { 200: CommentImageList },
    }),
    ({ actor, params, query }) => listImages(context, actor, params.bug_id, query.image_id ?? []),
  );
}
