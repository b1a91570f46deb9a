import { ways } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, PagedListOf, Text, Timestamp } from '../../schema.ts';

export const Comment = Type.Object(
  {
    id: Id(),
    bug_id: Id(),
    author: Nullable(
      Type.Object(
        { id: Id(), name: Type.String(), email: Type.String() },
        { description: 'Null when their account is gone.' },
      ),
    ),
    body: Type.String(),
    via: OneOf(ways),
    created_at: Timestamp(),
    edited_at: Nullable(Timestamp()),
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
      },
    ],
  },
);
export const CommentList = PagedListOf(Comment);

export const CommentBody = Type.Object(
  { body: Text(10_000) },
  { title: 'CommentBody', examples: [{ body: 'It happens with an empty cart too.' }] },
);
export type CommentBody = Static<typeof CommentBody>;
