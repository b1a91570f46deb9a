import Type, { type Static } from 'typebox';
import { Email, Id, LooseText, PatchOf, Text, Timestamp } from '../../schema.ts';

const Password = Type.String({ minLength: 8, maxLength: 200, format: 'loose-text' });

/** A current password that violates the rules is wrong (401 or 403), not invalid input (422). */
const CurrentPassword = LooseText(1000);

export const SignupBody = Type.Object(
  {
    email: Email(),
    password: Password,
    name: Type.Optional(
      Text(200, { description: 'Defaults to the part of the email address before the @.' }),
    ),
    team_name: Type.Optional(Text(200, { description: 'Name of the first team, which the user owns.' })),
    invitation_token: Type.Optional(
      Text(200, {
        description:
          'Token of an invitation link. The user joins that team instead of creating one. If the link was emailed to this address, it also verifies the address.',
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
  { email: Email(), password: CurrentPassword },
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
          'The email address was verified for the first time, so someone else may have created the account. Earlier sessions, MCP tokens and linked identities were revoked. The account left all teams and has a new, empty one.',
      }),
    ),
  },
  {
    title: 'Session',
    examples: [{ access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.…', token_type: 'bearer' }],
  },
);
export type Session = Static<typeof Session>;

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
    description: 'Whether the address was verified by an emailed link or a provider.',
  }),
  has_password: Type.Boolean({
    description:
      'Whether the account has a password. Accounts that only use a provider have none until a password reset. Deleting such an account takes its email address instead.',
  }),
  name: Type.String(),
  is_operator: Type.Boolean({ description: 'Whether you can use the routes under `/operator`.' }),
  created_at: Timestamp(),
};

export const Me = Type.Object(meFields, { title: 'Me', examples: [exampleMe] });

export const UpdatedMe = Type.Object(
  {
    ...meFields,
    access_token: Type.Optional(
      Type.String({ description: 'Only after a password change, which revokes all earlier tokens.' }),
    ),
    token_type: Type.Optional(Type.Literal('bearer')),
  },
  { title: 'UpdatedMe', examples: [exampleMe] },
);

export const MePatch = PatchOf(
  { name: Text(200), password: Password, current_password: CurrentPassword },
  {
    title: 'MePatch',
    examples: [{ password: 'a better horse battery', current_password: 'correct horse battery' }],
  },
);
export type MePatch = Static<typeof MePatch>;

const Accepted = (title: string) =>
  Type.Object({ status: Type.Literal('accepted') }, { title, examples: [{ status: 'accepted' }] });

const MailedToken = Text(200, { description: 'Token from the emailed link.' });

export const ResetRequestBody = Type.Object(
  { email: Email() },
  { title: 'PasswordResetRequest', examples: [{ email: 'ada@example.com' }] },
);
export const ResetRequested = Accepted('PasswordResetRequested');

export const ResetBody = Type.Object(
  { token: MailedToken, password: Password },
  { title: 'PasswordReset', examples: [{ token: '17.Kx0…', password: 'a better horse battery' }] },
);
export type Reset = Static<typeof ResetBody>;

export const VerificationBody = Type.Object(
  { token: MailedToken },
  { title: 'EmailVerification', examples: [{ token: '1.1795520000000.Kx0…' }] },
);
export const VerificationSent = Accepted('EmailVerificationSent');
