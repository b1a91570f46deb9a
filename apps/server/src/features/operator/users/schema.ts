import Type from 'typebox';
import { Id, PagedListOf, paginationQuery, Timestamp } from '../../../schema.ts';
import { searchQuery } from '../schema.ts';

const OperatorUser = Type.Object(
  {
    id: Id(),
    email: Type.String(),
    name: Type.String(),
    email_verified: Type.Boolean(),
    is_operator: Type.Boolean(),
    created_at: Timestamp(),
    teams: Type.Array(Type.Object({ id: Id(), name: Type.String(), slug: Type.String() })),
  },
  {
    title: 'OperatorUser',
    examples: [
      {
        id: 1,
        email: 'ada@example.com',
        name: 'Ada',
        email_verified: true,
        is_operator: true,
        created_at: '2026-11-15T09:00:00.000Z',
        teams: [{ id: 1, name: 'Bees', slug: 'bees' }],
      },
    ],
  },
);
export const OperatorUserList = PagedListOf(OperatorUser);

export const UsersQuery = Type.Object({
  ...searchQuery('the name or the e-mail address'),
  ...paginationQuery,
});
