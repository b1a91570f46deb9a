import Type, { type Static } from 'typebox';
import { Email, Text } from '../../../schema.ts';

/** The rules for a new password. */
export const Password = Type.String({ minLength: 8, maxLength: 200, format: 'loose-text' });

export const SignupBody = Type.Object(
  {
    email: Email(),
    password: Password,
    name: Type.Optional(Text(200, { description: 'Without it, the part of the e-mail before the @.' })),
    team_name: Type.Optional(Text(200, { description: 'Name of the first team, which the new user owns.' })),
    invitation_token: Type.Optional(
      Text(200, {
        description:
          'The token of an invitation link: the new user joins that team, and no other team is created. It also verifies the address, when it was mailed there.',
      }),
    ),
  },
  {
    title: 'Signup',
    examples: [
      { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada', team_name: 'Bees' },
    ],
  },
);
export type Signup = Static<typeof SignupBody>;

export const LoginBody = Type.Object(
  // A login takes passwords that break the rules for new ones too: these are wrong, which is a 401 and not a 422.
  { email: Email(), password: Type.String({ maxLength: 1000, format: 'loose-text' }) },
  { title: 'Login', examples: [{ email: 'ada@example.com', password: 'correct horse battery' }] },
);
export type Login = Static<typeof LoginBody>;

export const Session = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('bearer'),
    started_clean: Type.Optional(
      Type.Literal(true, {
        description:
          'The email address was verified for the first time, and somebody else may have created the account. Sessions, MCP tokens and identities from before have ended. The account has left all its teams and has a new, empty one.',
      }),
    ),
  },
  {
    title: 'Session',
    examples: [{ access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…', token_type: 'bearer' }],
  },
);
export type Session = Static<typeof Session>;
