import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifySchema,
  onErrorHookHandler,
  onRequestHookHandler,
  onResponseHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
  preParsingAsyncHookHandler,
  preParsingHookHandler,
  RawServerDefault,
  RouteOptions,
} from 'fastify';

/** The Fastify application as routes see it: schemas give the types of requests and answers. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Makes the options of a feature's routes, which share a tag and how requests are authenticated. */
export const routeOptions =
  (tag: string, shared: FastifyContextConfig) =>
  <const S extends FastifySchema>(
    operationId: string,
    summary: string,
    schema: S,
    config: FastifyContextConfig = {},
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
    addPreHandler(route, (_request, reply, done) => {
      reply.code(Number(status));
      done();
    });
  });
}

/**
 * Hooks that follow from a route's `config` are put on that route alone when it is added, in the order of app.ts. Routes that
 * do not need a hook do not pay for it.
 */
export function addOnRequest(route: RouteOptions, hook: onRequestHookHandler): void {
  route.onRequest = append(route.onRequest, hook);
}

export function addPreParsing(route: RouteOptions, hook: preParsingAsyncHookHandler): void {
  route.preParsing = append(route.preParsing, hook as preParsingHookHandler);
}

export function addPreHandler(route: RouteOptions, hook: preHandlerHookHandler): void {
  route.preHandler = append(route.preHandler, hook);
}

export function addOnSend(route: RouteOptions, hook: onSendHookHandler): void {
  route.onSend = append(route.onSend, hook);
}

export function addOnResponse(route: RouteOptions, hook: onResponseHookHandler): void {
  route.onResponse = append(route.onResponse, hook);
}

export function addOnError(route: RouteOptions, hook: onErrorHookHandler): void {
  route.onError = append(route.onError, hook);
}

/** The framework makes the route for HEAD from that for GET, with hooks that it has already: they are not added twice. */
function append<T>(hooks: T | T[] | undefined, hook: T): T[] {
  const list = [hooks ?? []].flat() as T[];
  return list.includes(hook) ? list : [...list, hook];
}
