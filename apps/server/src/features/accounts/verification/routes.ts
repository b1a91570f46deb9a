import type { Context } from '../../../context.ts';
import { rateLimited } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { Me } from '../me/schema.ts';
import { askForProofAgain, verifyEmail } from './operations.ts';
import { VerificationBody, VerificationSent } from './schema.ts';

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
