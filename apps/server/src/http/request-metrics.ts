import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { addOnResponse } from './route-hooks.ts';

/** The route of requests that match none: their paths are anybody's choice, and must not become labels. */
const unknownRoute = 'unknown';

/** Counts every request that is answered, by its route as it is written in the code. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const count = counterFor(metrics, route.url, method, route.config?.isEndless);
      addOnResponse(route, (request, reply, done) => {
        if (request.method === method) count(reply);
        done();
      });
    }
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) counterFor(metrics, unknownRoute, request.method)(reply);
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
