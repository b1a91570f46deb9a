import type { AppContext } from '../../app-context.ts';
import { notFound } from '../../errors.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { version } from '../../version.ts';
import { maySeeMirror, mirrorHeader, reflect, sendReflection } from './mirror.ts';
import { createHealthCheck } from './operations.ts';
import { Health, Liveness, Unhealthy } from './schema.ts';

const route = routeOptions('service', { auth: 'public', isProbe: true });

export function healthRoutes(app: App, context: AppContext): void {
  const findProblems = createHealthCheck(context);
  app.get(
    '/health',
    route('getHealth', 'Check readiness', {
      description:
        'Returns 503 while reports cannot be stored, and during shutdown. If only images cannot be stored, `images` and `detail` say so.',
      response: { 200: Health, 503: Unhealthy },
    }),
    async (_request, reply) => {
      const { ofReports, ofImages } = await findProblems();
      const database = ofReports === null ? 'ok' : 'error';
      const detail = ofReports ?? (context.stopping.hasBegun ? 'This node is shutting down' : null);
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
    route('getLiveness', 'Check liveness', {
      description:
        'Returns 200 as long as the process responds, regardless of the database and also during shutdown.',
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
