import { imageTypes, maxCommentImages, viaValues } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, ListOf, Nullable, OneOf, PagedListOf, Text, Timestamp } from '../../schema.ts';

export const CommentImage = Type.Object(
  {
    id: Id(),
    filename: Type.String(),
    content_type: OneOf(imageTypes),
    content_length: Type.Integer({ description: 'In bytes.' }),
    url: Type.String({ description: 'Signed URL, valid for a short time.' }),
  },
  {
    title: 'CommentImage',
    examples: [
      {
        id: 18,
        filename: 'cart.png',
        content_type: 'image/png',
        content_length: 48_213,
        url: 'http://localhost:4000/api/v1/attachments/18.1795252500000.Zq1…',
      },
    ],
  },
);
export type CommentImage = Static<typeof CommentImage>;
export const CommentImageList = ListOf(CommentImage);

export const Comment = Type.Object(
  {
    id: Id(),
    bug_id: Id(),
    author: Nullable(
      Type.Object(
        { id: Id(), name: Type.String(), email: Type.String() },
        { description: 'Null if the account was deleted.' },
      ),
    ),
    body: Type.String(),
    via: OneOf(viaValues),
    created_at: Timestamp(),
    edited_at: Nullable(Timestamp()),
    images: Type.Array(CommentImage, {
      description: 'Uploaded images that the text references as `![name](image:18)`.',
    }),
  },
  {
    title: 'Comment',
    examples: [
      {
        id: 90,
        bug_id: 412,
        author: { id: 1, name: 'Ada', email: 'ada@example.com' },
        body: 'It happens with an empty cart too.',
        via: 'dashboard',
        created_at: '2026-11-15T09:30:00.000Z',
        edited_at: null,
        images: [],
      },
    ],
  },
);
export const CommentList = PagedListOf(Comment);

export const CommentBody = Type.Object(
  {
    body: Text(10_000, {
      description: `Markdown. It can reference up to ${maxCommentImages} uploaded images as \`![name](image:18)\`.`,
    }),
  },
  { title: 'CommentBody', examples: [{ body: 'It happens with an empty cart too.' }] },
);
export type CommentBody = Static<typeof CommentBody>;
