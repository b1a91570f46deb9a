import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type * as fastify from 'fastify';

/** The Fastify application as routes see it: schemas give the types of requests and answers. */
export type App = fastify.FastifyInstance<
  fastify.RawServerDefault,
  IncomingMessage,
  ServerResponse,
  fastify.FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Makes the options of a feature's routes, which share a tag and how requests are authenticated. */
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

/** Answers with the one successful status that a route declares, so that handlers only return the body. */
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
 * Hooks that follow from a route's `config` are put on that route alone when it is added, in the order of app.ts. The framework
 * makes the route for HEAD from that for GET, with hooks that it has already: they are not added twice.
 */
export function addHook<Name extends keyof Hooks>(
  route: fastify.RouteOptions,
  name: Name,
  hook: Hooks[Name],
): void {
  const hooks = [route[name] ?? []].flat() as Hooks[Name][];
  if (!hooks.includes(hook)) Object.assign(route, { [name]: [...hooks, hook] });
}
