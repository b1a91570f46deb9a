import { createApi, handleMcpRequest, type Send } from '@skep/mcp';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { inject } from 'light-my-request';
import Type from 'typebox';
import { mcpCredentialOf } from '../../auth/guards.ts';
import type { Context } from '../../context.ts';
import {
  ApiError,
  bodyTooLarge,
  databaseSilent,
  faultBody,
  invalidMcpToken,
  notJson,
  notValidJson,
  originNotAllowed,
  outcomeUnknown,
} from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { toApiError } from '../../http/error-handler.ts';
import { LooseText, Text } from '../../schema.ts';
import type { ThrottledLog } from '../../throttled-log.ts';

/** For the OpenAPI document only. The MCP library validates messages. */
const RpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([LooseText(200), Type.Integer()])),
    method: Text(200),
    params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'RpcMessage', examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }] },
);

const example = { jsonrpc: '2.0', id: 1, result: { tools: [] } };

const RpcResult = Type.Object({}, { additionalProperties: true, title: 'RpcAnswer' });

/** The MCP library chooses the content type. */
const RpcAnswer = {
  description: 'The response message, as JSON or as a single event',
  content: {
    'application/json': { schema: RpcResult, example },
    'text/event-stream': { schema: { type: 'string', contentMediaType: 'text/event-stream' } },
  },
};

const RpcTaken = Type.Null({ description: 'Accepted; no body.' });

const RpcError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    error: Type.Object({ code: Type.Integer(), message: Type.String() }),
    id: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  },
  { title: 'RpcError' },
);

const messages: Record<number, [code: number, message: string]> = {
  400: [-32700, notValidJson().message],
  401: [-32000, invalidMcpToken().message],
  403: [-32000, originNotAllowed().message],
  406: [-32000, 'Not Acceptable: Client must accept both application/json and text/event-stream'],
  413: [-32000, bodyTooLarge().message],
  415: [-32000, notJson().message],
  500: [-32603, faultBody('').detail],
  503: [-32603, databaseSilent().message],
  504: [-32603, outcomeUnknown().message],
};

const rpcErrors = Object.fromEntries(
  Object.entries(messages).map(([status, [code, message]]) => [
    status,
    { ...RpcError, examples: [{ jsonrpc: '2.0', error: { code, message }, id: null }] },
  ]),
);

/** Tools call the REST routes in-process with the request's token, so the token's scopes apply. */
export function mcpServerRoutes(app: App, { config: { baseUrl }, throttledLog }: Context): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const log = (fault: unknown) => request.log.error({ err: fault }, 'MCP tool failed');
    const send = sendWithin(app);
    const api = createApi({ baseUrl, token: mcpCredentialOf(request) ?? '', send, log });
    const caller = { api, scopes: request.mcpToken.scopes };
    return reply.send(await handleMcpRequest(toWebRequest(request, baseUrl), request.body, caller));
  };
  const shared = { config: { auth: 'mcp' }, errorHandler: answerError(throttledLog), handler } as const;

  app.route({
    ...shared,
    method: 'POST',
    url: '/mcp',
    // The MCP library validates messages and reports errors as the protocol requires.
    validatorCompiler: () => (value) => ({ value }),
    schema: {
      tags: ['mcp'],
      operationId: 'callMcpServer',
      summary: 'Call the MCP server (Streamable HTTP)',
      body: RpcMessage,
      response: { 200: RpcAnswer, 202: RpcTaken, ...rpcErrors },
    },
  });
  // GET and DELETE are for streams and sessions, which the library rejects.
  app.route({
    ...shared,
    method: ['GET', 'DELETE'],
    url: '/mcp',
    // Fastify cannot derive a HEAD route here.
    exposeHeadRoute: false,
    schema: { hide: true },
  });
}

/** `app.inject` would reject requests during shutdown. */
const sendWithin =
  (app: App): Send =>
  async ({ method, path, headers, body }) => {
    const answer = await inject((request, response) => app.routing(request, response), {
      method,
      url: path,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    const retryAfter = answer.headers['retry-after']?.toString();
    return { status: answer.statusCode, retryAfter, text: answer.body };
  };

function toWebRequest({ method, url, headers }: FastifyRequest, baseUrl: string): Request {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Request(new URL(url, baseUrl), { method, headers: entries });
}

/** Errors before the MCP library runs are also sent as JSON-RPC. */
const answerError =
  (throttledLog: ThrottledLog) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = toApiError(error, request, throttledLog);
    if (!known) request.log.error({ err: error }, 'request failed');
    const { status, message, headers } = known ?? new ApiError(500, faultBody(request.id).detail);
    const code = status === 400 ? -32700 : status >= 500 ? -32603 : -32000;
    return reply.code(status).headers(headers).send({ jsonrpc: '2.0', error: { code, message }, id: null });
  };
