import type { FastifyReply, FastifyRequest } from 'fastify';

/** The headers of every response, errors included. The interactive docs have a content security policy of their own. */
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
