import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Cause, onBehalfOf } from '../tracing/cause.ts';
import { namesOf, parseTraceparent } from '../tracing/span-context.ts';
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

function beginSpan(tracer: Tracer, { id, method, routeOptions, headers }: FastifyRequest) {
  const names = namesOf(id);
  const parent = parseTraceparent(headers.traceparent);
  const route = routeOptions.url ?? 'unknown';
  return tracer.begin(`${method} ${route}`, {
    kind: 'server',
    parent,
    names,
    // What the request causes later is found in the trace that its id names.
    links: parent ? [names] : [],
    attributes: { 'http.request.method': method, 'http.route': route, 'skep.request_id': id },
  });
}
