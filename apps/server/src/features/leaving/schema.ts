import Type, { type Static } from 'typebox';
import { PatchOf, Text } from '../../schema.ts';

export const TeamDeletion = Type.Object(
  { slug: Text(50, { description: 'The slug of the team, typed by a person.' }) },
  { title: 'TeamDeletion', examples: [{ slug: 'bees' }] },
);

/** One of the two, whichever the account has. */
export const AccountDeletion = PatchOf(
  {
    password: Type.String({
      maxLength: 1000,
      format: 'loose-text',
      description: 'The current password, when the account has one.',
    }),
    email: Type.String({
      maxLength: 254,
      format: 'loose-text',
      description: "The account's own address, when it has no password.",
    }),
  },
  { title: 'AccountDeletion', examples: [{ password: 'correct horse battery' }] },
);
export type AccountDeletion = Static<typeof AccountDeletion>;
