import { scopes } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import type { AccessToken } from '../../auth/access-tokens.ts';
import type { Actor } from '../../auth/actor.ts';
import { generateSecret, hashSecret, secretPrefix } from '../../auth/secrets.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { countRows } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound, notSignedIn } from '../../errors.ts';
import { type App, routeOptions } from '../../http/app.ts';
import { Id, IdParams, ListOf, NoContent, Nullable, OneOf, Text, Timestamp } from '../../schema.ts';
import { lockAccount } from '../users/queries.ts';

const tokenFields = {
  id: Id(),
  name: Type.String(),
  scopes: Type.Array(OneOf(scopes)),
  token_prefix: Type.String({ description: 'First characters of the token, for recognizing it.' }),
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

const McpToken = Type.Object(tokenFields, { title: 'McpToken', examples: [exampleToken] });
const McpTokenList = ListOf(McpToken);

const CreatedMcpToken = Type.Object(
  { ...tokenFields, token: Type.String({ description: 'The token. It is shown only once.' }) },
  { title: 'CreatedMcpToken', examples: [{ ...exampleToken, token: 'mcp_51d0aa03…' }] },
);

const NewMcpToken = Type.Object(
  { name: Text(200), scopes: Type.Array(OneOf(scopes), { minItems: 1, uniqueItems: true }) },
  { title: 'NewMcpToken', examples: [{ name: 'Claude', scopes: ['read:bugs', 'write:bugs'] }] },
);
type NewMcpToken = Static<typeof NewMcpToken>;

const tokenColumns = ['id', 'name', 'scopes', 'token_prefix', 'created_at', 'last_used_at'] as const;

export async function revokeMcpTokens(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('mcp_tokens').where('user_id', '=', userId).execute();
}

const tokensAllowed = 50;
const hasTooManyTokens = () => conflict(`A user has at most ${tokensAllowed} MCP tokens. Revoke one first.`);

async function listMcpTokens({ pools }: Context, actor: Actor) {
  const items = await pools.main
    .selectFrom('mcp_tokens')
    .select(tokenColumns)
    .where('user_id', '=', actor.userId)
    .orderBy('id', 'desc')
    .execute();
  return { items, total: items.length };
}

/** A password reset revokes all tokens. A session that it ended must not create new ones. */
async function createMcpToken(
  context: Context,
  { userId, issuedAt }: AccessToken,
  { name, scopes }: NewMcpToken,
) {
  const token = generateSecret('mcp_');
  const values = {
    user_id: userId,
    name,
    scopes,
    token_hash: hashSecret(token),
    token_prefix: secretPrefix(token),
  };
  return inTransaction(context.pools.main, async (trx) => {
    // Locked, so that concurrent creations are counted correctly.
    const account = await lockAccount(trx, userId);
    if (!account || account.tokens_valid_from > issuedAt) throw notSignedIn();
    const count = await countRows(trx.selectFrom('mcp_tokens').where('user_id', '=', userId));
    if (count >= tokensAllowed) throw hasTooManyTokens();
    const insert = trx.insertInto('mcp_tokens').values(values).returning(tokenColumns);
    return { ...(await insert.executeTakeFirstOrThrow()), token };
  });
}

async function revokeMcpToken({ pools }: Context, actor: Actor, id: number): Promise<void> {
  await pools.main
    .deleteFrom('mcp_tokens')
    .where('user_id', '=', actor.userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(notFound);
}

const route = routeOptions('me', { auth: 'session' });

export function mcpTokenRoutes(app: App, context: Context): void {
  app.get(
    '/me/mcp-tokens',
    route('listMcpTokens', 'List your MCP tokens', { response: { 200: McpTokenList } }),
    ({ actor }) => listMcpTokens(context, actor),
  );

  app.post(
    '/me/mcp-tokens',
    route(
      'createMcpToken',
      'Create an MCP token',
      { body: NewMcpToken, response: { 201: CreatedMcpToken } },
      { errors: [hasTooManyTokens()], hasSecret: true },
    ),
    ({ accessToken, body }) => createMcpToken(context, accessToken, body),
  );

  app.delete(
    '/me/mcp-tokens/:token_id',
    route('revokeMcpToken', 'Revoke an MCP token', {
      params: IdParams('token_id'),
      response: { 204: NoContent },
    }),
    ({ actor, params }) => revokeMcpToken(context, actor, params.token_id),
  );
}
