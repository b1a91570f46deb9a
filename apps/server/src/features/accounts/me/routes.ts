import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { askForProofAgain, verifyEmail } from '../verification/operations.ts';
import { getMe, updateMe } from './operations.ts';
import { Me, MePatch, UpdatedMe, VerificationBody, VerificationSent } from './schema.ts';

const tags = ['me'];
const door = 'session';

export function meRoutes(app: App, context: Context): void {
  app.get(
    '/me',
    { config: { door }, schema: { tags, summary: 'Who you are', response: { 200: Me } } },
    ({ actor }) => getMe(context, actor),
  );

  app.patch(
    '/me',
    {
      config: { door, errors: [403, 429] },
      schema: { tags, summary: 'Change your name or password', body: MePatch, response: { 200: UpdatedMe } },
    },
    ({ actor, body }) => updateMe(context, actor, body),
  );

  app.post(
    '/me/email-verification',
    {
      config: { door, errors: [429] },
      schema: {
        tags,
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
      config: { door },
      schema: {
        tags,
        summary: 'Prove your e-mail address with the token of that link',
        body: VerificationBody,
        response: { 200: Me },
      },
    },
    ({ actor, body }) => verifyEmail(context, actor, body.token),
  );
}
