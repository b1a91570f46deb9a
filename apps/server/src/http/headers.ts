import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { addHook } from './app.ts';

export function standardHeaders(options: { https: boolean }): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(options.https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

export const setHeaders =
  (headers: Record<string, string>) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id);
  };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows any origin. Safe because the route is authorized by a header, never a cookie. */
    crossOrigin?: boolean;
  }
}

/** CORS: pages can read every response of these routes, including errors, and preflights always succeed. */
export function applyCors(app: FastifyInstance): void {
  const answered = new Set<string>();
  const allowOrigin: onRequestHookHandler = (_request, reply, done) => {
    allowAnyOrigin(reply);
    done();
  };
  app.addHook('onRoute', function (route) {
    if (!route.config?.crossOrigin) return;
    addHook(route, 'onRequest', allowOrigin);
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

export function allowAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', 'location, retry-after, x-request-id');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}

/** Matches listed origins and single-label wildcards (`https://*.example.com`). An empty list matches all. */
export function compileOrigins(entries: string[]): (origin: string) => boolean {
  if (entries.length === 0) return () => true;
  const exact = new Set(entries.map((entry) => entry.toLowerCase()));
  const wildcards = [...exact]
    .map((entry) => entry.split('*'))
    .filter((parts): parts is [string, string] => parts.length === 2);
  return (origin) => {
    const wanted = origin.toLowerCase();
    return exact.has(wanted) || wildcards.some(([scheme, domain]) => hasOneMoreLabel(wanted, scheme, domain));
  };
}

/** `https://*.example.com` matches `https://a.example.com`, but neither `https://example.com` nor `https://a.b.example.com`. */
const hasOneMoreLabel = (origin: string, scheme: string, domain: string) =>
  origin.startsWith(scheme) &&
  origin.endsWith(domain) &&
  /^[a-z0-9-]+$/.test(origin.slice(scheme.length, origin.length - domain.length));
