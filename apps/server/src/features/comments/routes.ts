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
    route('listComments', 'List the comments on a bug', {
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
      'Edit your own comment',
      { params: ofComment, body: CommentBody, response: { 200: Comment } },
      { errors: [notTheAuthor()] },
    ),
    ({ actor, params, body }) => operations.editComment(context, actor, params, body.body),
  );

  app.delete(
    '/bugs-admin/:bug_id/comments/:comment_id',
    route(
      'deleteComment',
      'Delete your own comment',
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
      'Request an upload URL for a comment',
      {
        description:
          'Send the image to `upload_url` afterwards and reference it in a comment as `![name](image:18)`. ' +
          'It is deleted with the comment, or after a day if no comment references it.',
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
    route('listCommentImages', 'Read comment images by id', {
      description:
        'Includes images of comments that are still being written. Images that were not uploaded yet are left out.',
      params: ofBug,
      querystring: Type.Object({
        image_id: Type.Optional(
          Type.Array(Id(), { maxItems: 100, description: 'Image ids. May be repeated.' }),
        ),
      }),
      response: { 200: CommentImageList },
    }),
    ({ actor, params, query }) => listImages(context, actor, params.bug_id, query.image_id ?? []),
  );
}
