import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify';
import { addOnRequest } from './route-hooks.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows pages of any site to call the route. It is safe because a key in a header opens it, never a cookie. */
    crossOrigin?: boolean;
  }
}

/** CORS for the routes that allow it: the page that asked can read every answer, errors too, and preflights always succeed. */
export function admitOtherOrigins(app: FastifyInstance): void {
  const answered = new Set<string>();
  app.addHook('onRoute', function (route) {
    if (!route.config?.crossOrigin) return;
    addOnRequest(route, letOthersReadIt);
    if (route.method === 'OPTIONS' || answered.has(route.url)) return;
    answered.add(route.url);
    this.options(
      route.url.slice(this.prefix.length),
      { config: { auth: 'public', crossOrigin: true }, schema: { hide: true } },
      (_request, reply) =>
        reply
          .code(204)
          .header('access-control-allow-methods', 'GET, POST, PUT')
          .header(
            'access-control-allow-headers',
            'content-type, content-encoding, x-api-key, idempotency-key, x-upload-token',
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
