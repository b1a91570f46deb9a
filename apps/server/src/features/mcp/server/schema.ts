import Type from 'typebox';
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

export const RpcAnswer = Type.Object(
  {},
  {
    additionalProperties: true,
    title: 'RpcAnswer',
    examples: [{ jsonrpc: '2.0', id: 1, result: { tools: [] } }],
  },
);

const RpcError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    error: Type.Object({ code: Type.Integer(), message: Type.String() }),
    id: Type.Null(),
  },
  {
    title: 'RpcError',
    examples: [{ jsonrpc: '2.0', error: { code: -32000, message: 'Invalid MCP token' }, id: null }],
  },
);

/** The errors by status; all of them have the same form. */
export const rpcErrors = Object.fromEntries(
  [400, 401, 403, 413, 415, 500, 503].map((status) => [status, RpcError]),
);
