import Type, { type Static } from 'typebox';
import { Id, PatchOf, Text, Timestamp } from '../../../schema.ts';

const exampleMe = {
  id: 1,
  email: 'ada@example.com',
  email_verified: true,
  has_password: true,
  name: 'Ada',
  is_operator: false,
  created_at: '2026-11-15T09:00:00.000Z',
};

const meFields = {
  id: Id(),
  email: Type.String(),
  email_verified: Type.Boolean({
    description: 'Whether the address is proved, by a mailed link or a provider.',
  }),
  has_password: Type.Boolean({
    description:
      'Whether the account has a password. One that comes in by a provider alone has none until a password reset sets one; it is deleted with its address in place of the password.',
  }),
  name: Type.String(),
  is_operator: Type.Boolean({ description: 'Whether the routes under `/operator` are open to you.' }),
  created_at: Timestamp(),
};

export const Me = Type.Object(meFields, { title: 'Me', examples: [exampleMe] });

export const UpdatedMe = Type.Object(
  {
    ...meFields,
    access_token: Type.Optional(
      Type.String({ description: 'After a change of password, which ends the tokens issued before it.' }),
    ),
    token_type: Type.Optional(Type.Literal('bearer')),
  },
  { title: 'UpdatedMe', examples: [exampleMe] },
);

const CurrentPassword = Type.String({ maxLength: 1000, format: 'loose-text' });

export const MePatch = PatchOf(
  {
    name: Text(200),
    password: Type.String({ minLength: 8, maxLength: 200, format: 'loose-text' }),
    current_password: CurrentPassword,
  },
  {
    title: 'MePatch',
    examples: [{ password: 'a better horse battery', current_password: 'correct horse battery' }],
  },
);
export type MePatch = Static<typeof MePatch>;
