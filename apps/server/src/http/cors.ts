import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify';
import { addOnRequest } from './route-hooks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers on any site may call it: it is opened by a key in a header, never by a cookie. */
    crossOrigin?: boolean;
  }
}

/** Every answer of such a route can be read by the page that asked, refusals too; preflights always succeed. */
export function admitOtherOrigins(app: FastifyInstance): void {
  const answered = new Set<string>();
  app.addHook('onRoute', function (route) {
    if (!route.config?.crossOrigin) return;
    addOnRequest(route, letOthersReadIt);
    if (route.method === 'OPTIONS' || answered.has(route.url)) return;
    answered.add(route.url);
    this.options(
      route.url.slice(this.prefix.length),
      { config: { door: 'public', crossOrigin: true }, schema: { hide: true } },
      (_request, reply) =>
        reply
          .code(204)
          .header('access-control-allow-methods', 'GET, POST, PUT')
          .header(
            'access-control-allow-headers',
            'content-type, content-encoding, x-api-key, idempotency-key',
          )
          .header('access-control-max-age', '86400')
          .send(),
    );
  });
}

const letOthersReadIt: onRequestHookHandler = (_request, reply, done) => {
  letOthersRead(reply);
  done();
};

export function letOthersRead(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', 'location, retry-after, x-request-id');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}
