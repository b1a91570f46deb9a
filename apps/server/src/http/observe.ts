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

/** Whatever a request does is done on its behalf: log lines, jobs and statements know its id, and traces its span. */
export function nameCauses(app: FastifyInstance, tracer: Tracer | null): void {
  app.decorateRequest('cause');
  app.addHook('onRequest', (request, _reply, done) => {
    const { id, method, routeOptions, headers } = request;
    const { traceparent } = headers;
    const span = tracer?.beginRequest({ id, method, route: routeOptions.url ?? 'unknown', traceparent });
    request.cause = { requestId: id, span };
    onBehalfOf(request.cause, done);
  });
  // A body that arrives later arrives on behalf of nobody.
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

/** Neither the query nor the tokens of signed links are logged, because whoever reads the log could use them. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { actor, apiKey }: Partial<FastifyRequest> = request;
    // Routes with a higher log level do not pay for a line that is not written.
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

/** A path that matches no route, because of its method or a slash in the end, can still hold a token: that is masked too. */
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
    // The path of a request that matches no route is anybody's choice, and must not become a label.
    if (request.is404) counterFor(metrics, 'unknown', request.method)(reply);
    done();
  });
}

function counterFor({ requests, requestSeconds }: Metrics, route: string, method: string, isEndless = false) {
  return ({ statusCode, elapsedTime }: FastifyReply): void => {
    requests.inc({ route, method, status: String(statusCode) });
    // A stream takes as long as somebody looks.
    if (!isEndless) requestSeconds.observe({ route, method }, elapsedTime / 1_000);
  };
}
