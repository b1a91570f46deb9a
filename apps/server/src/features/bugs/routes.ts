import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { sendJsonText } from '../../http/json-text.ts';
import { IdParams } from '../../schema.ts';
import { getBug } from './operations.ts';
import { Bug } from './schema.ts';

export function bugRoutes(app: App, context: Context): void {
  app.get(
    '/bugs/:bug_id',
    {
      config: { door: 'session' },
      schema: { tags: ['bugs'], summary: 'Read a bug', params: IdParams('bug_id'), response: { 200: Bug } },
    },
    async ({ actor, params }, reply) => sendJsonText(reply, await getBug(context, actor, params.bug_id)),
  );
}
