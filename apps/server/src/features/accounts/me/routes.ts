import type { Context } from '../../../context.ts';
import { rateLimited } from '../../../errors.ts';
import type { App } from '../../../http/app.ts';
import { getMe, updateMe, wrongPassword } from './operations.ts';
import { Me, MePatch, UpdatedMe } from './schema.ts';

const tags = ['me'];
const auth = 'session';

export function meRoutes(app: App, context: Context): void {
  app.get(
    '/me',
    {
      config: { auth },
      schema: { tags, operationId: 'getMe', summary: 'Who you are', response: { 200: Me } },
    },
    ({ actor }) => getMe(context, actor),
  );

  app.patch(
    '/me',
    {
      config: { auth, errors: [wrongPassword(), rateLimited('20 per hour', 3_600)] },
      schema: {
        tags,
        operationId: 'updateMe',
        summary: 'Change your name or password',
        body: MePatch,
        response: { 200: UpdatedMe },
      },
    },
    ({ actor, body }) => updateMe(context, actor, body),
  );
}
