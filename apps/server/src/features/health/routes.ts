import type { App } from '../../http/app.ts';
import { version } from '../../version.ts';
import type { IngestContext } from '../ingest/queue.ts';
import { createHealthCheck } from './operations.ts';
import { Health, Unhealthy } from './schema.ts';

export function healthRoutes(app: App, context: IngestContext): void {
  const findTroubles = createHealthCheck(context);
  app.get(
    '/health',
    {
      config: { door: 'public' },
      schema: {
        tags: ['service'],
        operationId: 'getHealth',
        summary: 'Whether the service works',
        description:
          'Readiness: 503 while reports cannot be stored. When only images cannot be, `images` and `detail` say so.',
        response: { 200: Health, 503: Unhealthy },
      },
    },
    async (_request, reply) => {
      const { ofReports, ofImages } = await findTroubles();
      const well = { status: 'ok', version, database: 'ok' } as const;
      if (ofReports === null)
        return ofImages === null ? well : { ...well, images: 'error' as const, detail: ofImages };
      return reply
        .code(503)
        .header('retry-after', '5')
        .send({ status: 'error', version, database: 'error', detail: ofReports });
    },
  );
}
