import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/**
 * Logs one line for each finished request. The query is left out, because an OAuth callback carries its code there. So are
 * the tokens of signed links, because whoever reads the log could use them.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    // Routes with a higher log level do not pay for a line that is not written.
    if ((request.log as Logger).isLevelEnabled('info')) {
      request.log.info(
        {
          method: request.method,
          path: pathToLog(request),
          route: request.is404 ? undefined : request.routeOptions.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          ...whoAsked(request),
        },
        'request',
      );
    }
    done();
  });
}

/** Ids alone: who that is stands in the database. */
const whoAsked = ({ actor, apiKey }: Who) => ({ user: actor?.userId, project: apiKey?.projectId });

/** Who is asking, once a guard has verified it. */
interface Who {
  actor?: { userId: number };
  apiKey?: { projectId: number };
}

/** A path that matches no route, because of its method or a slash in the end, can still hold a token: that is masked too. */
function pathToLog({ url, routeOptions }: FastifyRequest): string | undefined {
  if (routeOptions.url?.endsWith('/:token')) return routeOptions.url;
  return url.split('?', 1)[0]?.replaceAll(/[\w.-]{40,}/g, ':token');
}
