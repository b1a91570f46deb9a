import Type from 'typebox';
import {
  bodyTooLarge,
  databaseSilent,
  faultBody,
  invalidMcpToken,
  notJson,
  notValidJson,
  originNotAllowed,
  outcomeUnknown,
} from '../../../errors.ts';
import { LooseText, Text } from '../../../schema.ts';

/** A message of the Model Context Protocol, for the OpenAPI document only: the protocol's library checks messages. */
export const RpcMessage = Type.Object(
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

/** The protocol's library chooses which of the two it is. */
export const RpcAnswer = {
  description: 'The answer to the message: as JSON, or as the one event of a stream',
  content: {
    'application/json': { schema: RpcResult, example },
    'text/event-stream': { schema: { type: 'string', contentMediaType: 'text/event-stream' } },
  },
};

/** To a message that wants no answer, such as a notification. */
export const RpcTaken = Type.Null({ description: 'Taken; no body.' });

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

/** The errors by status; all of them have the same form. */
export const rpcErrors = Object.fromEntries(
  Object.entries(messages).map(([status, [code, message]]) => [
    status,
    { ...RpcError, examples: [{ jsonrpc: '2.0', error: { code, message }, id: null }] },
  ]),
);
