import Type from 'typebox';
import { Text } from '../../../schema.ts';

export const VerificationBody = Type.Object(
  { token: Text(200, { description: 'From the link in the mail.' }) },
  { title: 'EmailVerification', examples: [{ token: '1.1795520000000.Kx0…' }] },
);

export const VerificationSent = Type.Object(
  { status: Type.Literal('accepted') },
  { title: 'EmailVerificationSent', examples: [{ status: 'accepted' }] },
);
