import Type, { type Static } from 'typebox';
import { Email, Text } from '../../../schema.ts';
import { Password } from '../sign-in/schema.ts';

export const ResetRequestBody = Type.Object(
  { email: Email() },
  { title: 'PasswordResetRequest', examples: [{ email: 'ada@example.com' }] },
);

export const ResetRequested = Type.Object(
  { status: Type.Literal('accepted') },
  { title: 'PasswordResetRequested', examples: [{ status: 'accepted' }] },
);

export const ResetBody = Type.Object(
  { token: Text(200, { description: 'From the link in the mail.' }), password: Password },
  { title: 'PasswordReset', examples: [{ token: '17.Kx0…', password: 'a better horse battery' }] },
);
export type Reset = Static<typeof ResetBody>;
