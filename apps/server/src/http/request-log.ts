import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/**
 * One line for each finished request. The query stays out: an OAuth callback carries its code there. So do signed
 * addresses: whoever reads the log could use them.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    // Routes whose level is higher do not pay for a line that is not written.
    if ((request.log as Logger).isLevelEnabled('info')) {
      request.log.info(
        {
          method: request.method,
          path: pathToLog(request),
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      );
    }
    done();
  });
}

/** Where there is no such route, or not with this method or with a slash in the end, it can still be such an address. */
function pathToLog({ url, routeOptions }: FastifyRequest): string | undefined {
  if (routeOptions.url?.endsWith('/:token')) return routeOptions.url;
  return url.split('?', 1)[0]?.replaceAll(/[\w.-]{40,}/g, ':token');
}
