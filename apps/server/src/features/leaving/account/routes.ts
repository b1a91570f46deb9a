import type { Context } from '../../../context.ts';
import { rateLimited } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { NoContent } from '../../../schema.ts';
import { wrongPassword } from '../../accounts/me/operations.ts';
import { AccountDeletion } from '../schema.ts';
import { deleteMe, wrongEmail } from './operations.ts';

export function accountLeavingRoutes(app: App, context: Context): void {
  app.delete(
    '/me',
    {
      config: { auth: 'session', errors: [wrongPassword(), wrongEmail(), rateLimited('20 per hour', 3_600)] },
      schema: {
        tags: ['me'],
        operationId: 'deleteMe',
        summary: 'Delete your account',
        description:
          'Takes the current `password`, or for an account without one its `email`. Teams with nobody else in them are deleted with everything in them. Comments in other teams stay, with author `null`.',
        body: AccountDeletion,
        response: { 204: NoContent },
      },
    },
    async ({ actor, body }, reply) => {
      await deleteMe(context, actor, body);
      return reply.code(204).send(null);
    },
  );
}
