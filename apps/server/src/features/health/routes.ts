import type { AppContext } from '../../app-context.ts';
import { notFound } from '../../errors.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { version } from '../../version.ts';
import { maySeeMirror, mirrorHeader, reflect, sendReflection } from './mirror.ts';
import { createHealthCheck } from './operations.ts';
import { Health, Liveness, Unhealthy } from './schema.ts';

const route = routeOptions('service', { auth: 'public', isProbe: true });

export function healthRoutes(app: App, context: AppContext): void {
  const findTroubles = createHealthCheck(context);
  app.get(
    '/health',
    route('getHealth', 'Whether the service works', {
      description:
        'Readiness: 503 while reports cannot be stored, and once this node is about to stop. When only images cannot be stored, `images` and `detail` say so.',
      response: { 200: Health, 503: Unhealthy },
    }),
    async (_request, reply) => {
      const { ofReports, ofImages } = await findTroubles();
      const database = ofReports === null ? 'ok' : 'error';
      const detail = ofReports ?? (context.stopping.hasBegun ? 'This node is about to stop' : null);
      if (detail !== null)
        return reply
          .code(503)
          .header('retry-after', '5')
          .send({ status: 'error', version, database, detail });
      const well = { status: 'ok', version, database: 'ok' } as const;
      return ofImages === null ? well : { ...well, images: 'error' as const, detail: ofImages };
    },
  );

  app.get(
    '/health/live',
    route('getLiveness', 'Whether the process runs', {
      description:
        'Liveness: 200 for as long as this node answers at all, whatever the database does, and also while it is about to stop.',
      response: { 200: Liveness },
    }),
    () => ({ status: 'ok' as const, version }),
  );

  // Used by `skep admin doctor` to look at the service through its proxies.
  app.get(
    '/health/mirror',
    { config: { auth: 'public' }, exposeHeadRoute: false, schema: { hide: true } },
    async (request, reply) => {
      if (!maySeeMirror(context.secretKey, request.headers[mirrorHeader])) throw notFound();
      const response = reply.hijack().raw;
      reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
      response.setHeaders(new Map(Object.entries(reply.getHeaders() as Record<string, string>)));
      await sendReflection(response, { version, ...reflect(request, context.config.trustedProxies) });
    },
  );
}
