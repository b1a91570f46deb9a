import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema, TUnsafe } from 'typebox';
import { IdParams, NoContent } from '../schema.ts';
import type { App } from './app.ts';

/** The parameters of a path, all of which are ids. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, number> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, number>
    : unknown;

type Responses = Record<number, TSchema>;

interface Declaration<Body, Query, Response> extends FastifyContextConfig {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  headers?: TSchema;
  body?: Body;
  querystring?: Query;
  /** The first status is the one of a success. Without responses it is 204. */
  response?: Response;
}

type Handler<Path extends string, Body extends TSchema, Query extends TSchema, Response extends Responses> = (
  request: FastifyRequest<{ Params: ParamsOf<Path>; Body: Static<Body>; Querystring: Static<Query> }>,
  reply: FastifyReply,
) => Answer<Response> | Promise<Answer<Response>>;

type Answer<Response extends Responses> = Static<Response[keyof Response & number]> | FastifyReply;

type Declare = <
  const Path extends string,
  Body extends TSchema,
  Query extends TSchema,
  Response extends Responses = Record<204, TUnsafe<void>>,
>(
  path: Path,
  declaration: Declaration<Body, Query, Response>,
  handler: Handler<Path, Body, Query, Response>,
) => void;

/** Declares routes that share `defaults`. Everything else about a route is in one object, and what the handler returns is sent. */
export function routesOf(app: App, defaults: FastifyContextConfig & { tags: string[] }) {
  const declare =
    (method: string): Declare =>
    (path, declaration, handler) => {
      const { operationId, summary, description, tags, headers, body, querystring, response, ...config } = {
        ...defaults,
        response: { 204: NoContent },
        ...declaration,
      };
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const params = names.length > 0 && IdParams(...names);
      const schema = {
        operationId,
        summary,
        description,
        tags,
        headers,
        params,
        body,
        querystring,
        response,
      };
      const status = Number(Object.keys(response)[0]);
      app.route({
        method,
        url: path,
        config,
        schema: Object.fromEntries(Object.entries(schema).filter(([, part]) => part)),
        handler: (request, reply) => handler(request as Parameters<typeof handler>[0], reply.code(status)),
      });
    };
  return {
    get: declare('GET'),
    post: declare('POST'),
    patch: declare('PATCH'),
    delete: declare('DELETE'),
  };
}
