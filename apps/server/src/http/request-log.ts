import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * One line for each finished request. The query stays out: an OAuth callback carries its code there. So do signed
 * addresses: whoever reads the log could use them.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathToLog(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
}

function pathToLog({ url, routeOptions }: FastifyRequest): string | undefined {
  return routeOptions.url?.endsWith('/:token') ? routeOptions.url : url.split('?', 1)[0];
}
