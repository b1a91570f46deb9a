import type { Context } from '../../../context.ts';
import type { App } from '../../../http/app.ts';
import { listUsers } from './operations.ts';
import { OperatorUserList, UsersQuery } from './schema.ts';

export function operatorUserRoutes(app: App, context: Context): void {
  app.get(
    '/operator/users',
    {
      config: { auth: 'operator' },
      schema: {
        tags: ['operator'],
        operationId: 'listOperatorUsers',
        summary: 'List all users, newest first',
        querystring: UsersQuery,
        response: { 200: OperatorUserList },
      },
    },
    ({ query: { search = '', ...page } }) => listUsers(context, search, page),
  );
}
