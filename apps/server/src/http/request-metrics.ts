import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import type { Counter, Histogram } from '../metrics/registry.ts';
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

/** What it counts into is looked up once for each status, and not for each request. */
function counterFor(metrics: Metrics, route: string, method: string, isEndless = false) {
  const byStatus: Counter[] = [];
  let seconds: Histogram | undefined;
  return (reply: FastifyReply): void => {
    const status = reply.statusCode;
    byStatus[status] ??= metrics.requests.of({ route, method, status: String(status) });
    byStatus[status].add();
    // A stream takes as long as somebody looks.
    if (isEndless) return;
    seconds ??= metrics.requestSeconds.of({ route, method });
    seconds.observe(reply.elapsedTime / 1_000);
  };
}
