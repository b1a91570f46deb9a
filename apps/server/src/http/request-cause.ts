import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Cause, onBehalfOf } from '../tracing/cause.ts';
import type { Tracer } from '../tracing/tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    cause: Cause;
  }
}

/** Whatever a request does is done on its behalf: log lines, jobs and statements know its id, and traces its span. */
export function nameCauses(app: FastifyInstance, tracer: Tracer | null): void {
  app.decorateRequest('cause');
  app.addHook('onRequest', (request, _reply, done) => {
    request.cause = { requestId: request.id, span: tracer ? beginSpan(tracer, request) : undefined };
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

const beginSpan = (tracer: Tracer, { id, method, routeOptions, headers }: FastifyRequest) =>
  tracer.beginRequest({ id, method, route: routeOptions.url ?? 'unknown', traceparent: headers.traceparent });
