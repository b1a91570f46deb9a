import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed, notFound } from '../errors.ts';
import { letOthersRead } from './cors.ts';
import { sendError } from './error-handler.ts';

interface KnownPath {
  matches: RegExp;
  methods: Set<string>;
  crossOrigin: boolean;
}

type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Answers 405 where the path exists with other methods, and where it does not exist at all, 404 or a page that knows itself
 * what stands there; all before the body is looked at.
 */
export function answerUnknownRoutes(app: FastifyInstance, sendPage: SendPage): void {
  const paths = new Map<string, KnownPath>();

  app.addHook('onRoute', ({ url, method, config }) => {
    const path = paths.get(url) ?? { matches: toRegExp(url), methods: new Set(), crossOrigin: false };
    for (const one of [method].flat()) path.methods.add(one);
    path.crossOrigin ||= config?.crossOrigin ?? false;
    paths.set(url, path);
  });

  // This one is called by routes that find nothing themselves, such as those that serve files.
  app.setNotFoundHandler((_request, reply) => sendError(reply, notFound()));

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const [url = ''] = request.url.split('?', 1);
    const known = [...paths.values()].filter(({ matches }) => matches.test(url));
    if (known.some(({ crossOrigin }) => crossOrigin)) letOthersRead(reply);
    const methods = [...new Set(known.flatMap((path) => [...path.methods]))];
    if (methods.length > 0) sendError(reply, methodNotAllowed(methods.sort()));
    else if (isForPage(request, url)) sendPage(request, reply);
    else sendError(reply, notFound());
  });
}

/** Whether a browser asks for it on behalf of a person. Nothing below `/api` is for people. */
function isForPage({ method, headers }: FastifyRequest, url: string): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !/^\/api(\/|$)/.test(url) && /\btext\/html\b/i.test(headers.accept ?? '');
}

function toRegExp(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[A-Za-z_]+/g, '[^/]+').replaceAll('*', '.*')}$`);
}
