import Type, { type Static } from 'typebox';
import { Email, PatchOf, Text } from '../../schema.ts';

export const TeamDeletion = Type.Object(
  { slug: Text(50, { description: 'The slug of the team, as confirmation.' }) },
  { title: 'TeamDeletion', examples: [{ slug: 'bees' }] },
);

export const AccountDeletion = PatchOf(
  {
    password: Type.String({
      maxLength: 1000,
      format: 'loose-text',
      description: 'The current password, if the account has one.',
    }),
    email: Type.String({
      maxLength: 254,
      format: 'loose-text',
      description: "The account's email address, if it has no password.",
    }),
  },
  { title: 'AccountDeletion', examples: [{ password: 'correct horse battery' }] },
);
export const ReporterErasure = Type.Object(
  { email: Email() },
  { title: 'ReporterErasure', examples: [{ email: 'grace@example.com' }] },
);

export const ErasedReporter = Type.Object(
  { affected: Type.Integer({ description: 'Number of bugs the reporter was removed from.' }) },
  { title: 'ErasedReporter', examples: [{ affected: 3 }] },
);

export type AccountDeletion = Static<typeof AccountDeletion>;
