import Type from 'typebox';
import type { Context } from '../../../context.ts';
import { rateLimited } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { Text } from '../../../schema.ts';
import { Me } from '../me/schema.ts';
import { askForProofAgain, verifyEmail } from './operations.ts';

const VerificationBody = Type.Object(
  { token: Text(200, { description: 'From the link in the mail.' }) },
  { title: 'EmailVerification', examples: [{ token: '1.1795520000000.Kx0…' }] },
);

const VerificationSent = Type.Object(
  { status: Type.Literal('accepted') },
  { title: 'EmailVerificationSent', examples: [{ status: 'accepted' }] },
);

const tags = ['me'];
const auth = 'session';

export function verificationRoutes(app: App, context: Context): void {
  app.post(
    '/me/email-verification',
    {
      config: { auth, errors: [rateLimited('3 per day', 86_400)] },
      schema: {
        tags,
        operationId: 'requestEmailVerification',
        summary: 'Send once more the link that proves your e-mail address',
        response: { 202: VerificationSent },
      },
    },
    async ({ actor }, reply) => {
      await askForProofAgain(context, actor);
      return reply.code(202).send({ status: 'accepted' });
    },
  );

  app.post(
    '/me/email-verification/confirm',
    {
      config: { auth },
      schema: {
        tags,
        operationId: 'verifyEmail',
        summary: 'Prove your e-mail address with the token of that link',
        body: VerificationBody,
        response: { 200: Me },
      },
    },
    ({ actor, body }) => verifyEmail(context, actor, body.token),
  );
}
