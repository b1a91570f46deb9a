import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type * as fastify from 'fastify';

/** Fastify with types derived from the schemas. */
export type App = fastify.FastifyInstance<
  fastify.RawServerDefault,
  IncomingMessage,
  ServerResponse,
  fastify.FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Creates the options of a feature's routes, which share a tag and auth. */
export const routeOptions =
  (tag: string, shared: fastify.FastifyContextConfig) =>
  <const S extends fastify.FastifySchema>(
    operationId: string,
    summary: string,
    schema: S,
    config: fastify.FastifyContextConfig = {},
  ) => ({
    config: { ...shared, ...config },
    schema: { tags: [tag], operationId, summary, ...schema },
  });

/** Uses the declared success status, so that handlers only return the body. */
export function answerWithDeclaredStatus(app: App): void {
  app.addHook('onRoute', (route) => {
    const declared = Object.keys((route.schema?.response as object | undefined) ?? {});
    const [status = '200'] = declared.filter((each) => each.startsWith('2'));
    if (status === '200') return;
    addHook(route, 'preHandler', (_request, reply, done) => {
      reply.code(Number(status));
      done();
    });
  });
}

interface Hooks {
  onRequest: fastify.onRequestHookHandler;
  preParsing: fastify.preParsingAsyncHookHandler;
  preHandler: fastify.preHandlerHookHandler;
  onSend: fastify.onSendHookHandler;
  onResponse: fastify.onResponseHookHandler;
  onError: fastify.onErrorHookHandler;
}

/**
 * Adds a hook to a single route, in the order of app.ts. Fastify derives HEAD routes including their hooks, so duplicates are
 * skipped.
 */
export function addHook<Name extends keyof Hooks>(
  route: fastify.RouteOptions,
  name: Name,
  hook: Hooks[Name],
): void {
  const hooks = [route[name] ?? []].flat() as Hooks[Name][];
  if (!hooks.includes(hook)) Object.assign(route, { [name]: [...hooks, hook] });
}
