import type { Context } from '../../context.ts';
import type { App } from '../../http/app.ts';
import { version } from '../../version.ts';
import { createHealthCheck } from './operations.ts';
import { Health, Unhealthy } from './schema.ts';

export function healthRoutes(app: App, context: Context): void {
  const isDatabaseAnswering = createHealthCheck(context);
  app.get(
    '/health',
    {
      config: { door: 'public' },
      schema: {
        tags: ['service'],
        operationId: 'getHealth',
        summary: 'Whether the service works',
        response: { 200: Health, 503: Unhealthy },
      },
    },
    async (_request, reply) => {
      if (await isDatabaseAnswering()) return { status: 'ok', version, database: 'ok' } as const;
      return reply.code(503).header('retry-after', '5').send({
        status: 'error',
        version,
        database: 'error',
        detail: 'The database does not answer',
      });
    },
  );
}
