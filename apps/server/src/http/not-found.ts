import type { FastifyInstance } from 'fastify';
import { methodNotAllowed, notFound } from '../errors.ts';
import { send } from './error-handler.ts';

/** Answers 405 where the path exists with other methods, and 404 where it does not exist at all. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const methodsByPattern = new Map<string, { matches: RegExp; methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }) => {
    const entry = methodsByPattern.get(url) ?? { matches: toRegExp(url), methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
    methodsByPattern.set(url, entry);
  });

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const known = [...methodsByPattern.values()].filter(({ matches }) => matches.test(path));
    const methods = [...new Set(known.flatMap((entry) => [...entry.methods]))];
    return send(reply, methods.length > 0 ? methodNotAllowed(methods.sort()) : notFound());
  });
}

function toRegExp(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[A-Za-z_]+/g, '[^/]+').replaceAll('*', '.*')}$`);
}
