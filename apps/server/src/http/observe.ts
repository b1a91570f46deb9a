import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics.ts';
import { type Cause, onBehalfOf } from '../tracing/cause.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { addHook } from './app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    cause: Cause;
  }
}

/** Everything a request causes carries its id in logs, jobs and statements, and its span in traces. */
export function trackCauses(app: FastifyInstance, tracer: Tracer | null): void {
  app.decorateRequest('cause');
  app.addHook('onRequest', (request, _reply, done) => {
    const { id, method, routeOptions, headers } = request;
    const { traceparent } = headers;
    const span = tracer?.beginRequest({ id, method, route: routeOptions.url ?? 'unknown', traceparent });
    request.cause = { requestId: id, span };
    onBehalfOf(request.cause, done);
  });
  // The async context is lost while the body arrives.
  app.addHook('preValidation', (request, _reply, done) => onBehalfOf(request.cause, done));
  if (!tracer) return;
  app.addHook('onResponse', ({ cause }, { statusCode }, done) => {
    cause.span?.end({
      attributes: { 'http.response.status_code': statusCode },
      error: statusCode >= 500 ? `Answered ${statusCode}` : undefined,
    });
    done();
  });
}

/** Queries and tokens in paths are not logged, because they are credentials. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { actor, apiKey }: Partial<FastifyRequest> = request;
    // Skips the work if the line would not be written.
    if ((request.log as Logger).isLevelEnabled('info')) {
      request.log.info(
        {
          method: request.method,
          path: pathToLog(request),
          route: request.is404 ? undefined : request.routeOptions.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          user: actor?.userId,
          project: apiKey?.projectId,
        },
        'request',
      );
    }
    done();
  });
}

/** Masks tokens in paths that match no route. */
function pathToLog({ url, routeOptions }: FastifyRequest): string | undefined {
  if (routeOptions.url?.endsWith('/:token')) return routeOptions.url;
  return url.split('?', 1)[0]?.replaceAll(/[\w.-]{40,}/g, ':token');
}

export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const count = counterFor(metrics, route.url, method, route.config?.isEndless);
      addHook(route, 'onResponse', (request, reply, done) => {
        if (request.method === method) count(reply);
        done();
      });
    }
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Unknown paths must not become label values.
    if (request.is404) counterFor(metrics, 'unknown', request.method)(reply);
    done();
  });
}

function counterFor({ requests, requestSeconds }: Metrics, route: string, method: string, isEndless = false) {
  return ({ statusCode, elapsedTime }: FastifyReply): void => {
    requests.inc({ route, method, status: String(statusCode) });
    // A stream's duration means nothing.
    if (!isEndless) requestSeconds.observe({ route, method }, elapsedTime / 1_000);
  };
}
