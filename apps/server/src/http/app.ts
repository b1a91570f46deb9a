import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
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
