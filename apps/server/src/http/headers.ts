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
    /** Allows pages of any site to call the route. It is safe because a key in a header opens it, never a cookie. */
    crossOrigin?: boolean;
  }
}

/** CORS for the routes that allow it: the page that asked can read every answer, errors too, and preflights always succeed. */
export function admitOtherOrigins(app: FastifyInstance): void {
  const answered = new Set<string>();
  const letThemRead: onRequestHookHandler = (_request, reply, done) => {
    letOthersRead(reply);
    done();
  };
  app.addHook('onRoute', function (route) {
    if (!route.config?.crossOrigin) return;
    addHook(route, 'onRequest', letThemRead);
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

export function letOthersRead(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', 'location, retry-after, x-request-id');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}

/** Matches origins that are listed, or whose first label is a wildcard (`https://*.example.com`). An empty list matches all. */
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
