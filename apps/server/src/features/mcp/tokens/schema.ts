import { scopes } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, ListOf, Nullable, OneOf, Text, Timestamp } from '../../../schema.ts';

const tokenFields = {
  id: Id(),
  name: Type.String(),
  scopes: Type.Array(OneOf(scopes)),
  token_prefix: Type.String({ description: 'The beginning of the token, to tell it from others.' }),
  created_at: Timestamp(),
  last_used_at: Nullable(Timestamp()),
};

const exampleToken = {
  id: 4,
  name: 'Claude',
  scopes: ['read:bugs', 'write:bugs'],
  token_prefix: 'mcp_51d0aa03',
  created_at: '2026-11-15T09:00:00.000Z',
  last_used_at: null,
};

export const McpToken = Type.Object(tokenFields, { title: 'McpToken', examples: [exampleToken] });
export const McpTokenList = ListOf(McpToken);

export const CreatedMcpToken = Type.Object(
  { ...tokenFields, token: Type.String({ description: 'The token itself, shown this once.' }) },
  { title: 'CreatedMcpToken', examples: [{ ...exampleToken, token: 'mcp_51d0aa03…' }] },
);

export const NewMcpToken = Type.Object(
  { name: Text(200), scopes: Type.Array(OneOf(scopes), { minItems: 1, uniqueItems: true }) },
  { title: 'NewMcpToken', examples: [{ name: 'Claude', scopes: ['read:bugs', 'write:bugs'] }] },
);
export type NewMcpToken = Static<typeof NewMcpToken>;
