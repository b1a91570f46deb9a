import { type Scope, scopes } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import type { AccessToken } from '../../auth/access-tokens.ts';
import type { Actor } from '../../auth/actor.ts';
import { generateSecret, hashSecret, secretPrefix } from '../../auth/secrets.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound, notSignedIn } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { routesOf } from '../../http/route.ts';
import { Id, ListOf, Nullable, OneOf, Text, Timestamp } from '../../schema.ts';
import { lockAccount } from '../users/queries.ts';

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

const tokenColumns = ['id', 'name', 'scopes', 'token_prefix', 'created_at', 'last_used_at'] as const;

export function selectMcpTokens(db: Db, userId: number) {
  return db
    .selectFrom('mcp_tokens')
    .select(tokenColumns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Locks the user, so that tokens minted at the same time are counted one after the other. Undefined when the session whose
 * access token was issued at `issuedAt` has ended.
 */
export async function countMcpTokensLocked(
  trx: Trx,
  userId: number,
  issuedAt: number,
): Promise<number | undefined> {
  const account = await lockAccount(trx, userId);
  if (!account || account.tokens_valid_from > issuedAt) return undefined;
  const { count } = await trx
    .selectFrom('mcp_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertMcpToken(
  db: Db,
  values: { user_id: number; name: string; scopes: Scope[]; token_hash: Buffer; token_prefix: string },
) {
  return db.insertInto('mcp_tokens').values(values).returning(tokenColumns).executeTakeFirstOrThrow();
}

export async function deleteMcpToken(db: Db, userId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('mcp_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function revokeMcpTokens(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('mcp_tokens').where('user_id', '=', userId).execute();
}

const tokensAllowed = 50;
export const hasTooManyTokens = () =>
  conflict(`A user has at most ${tokensAllowed} MCP tokens: revoke one first`);

export async function listMcpTokens(context: Context, actor: Actor) {
  const items = await selectMcpTokens(context.pools.main, actor.userId);
  return { items, total: items.length };
}

/**
 * Mints a token. Only its hash is stored, so the answer is the one place where it can be read. Because a password reset
 * revokes all tokens, a session that the reset has ended must not mint one afterwards.
 */
export async function createMcpToken(
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
  const created = await inTransaction(context.pools.main, async (trx) => {
    const count = await countMcpTokensLocked(trx, userId, issuedAt);
    if (count === undefined) throw notSignedIn();
    if (count >= tokensAllowed) throw hasTooManyTokens();
    return insertMcpToken(trx, values);
  });
  return { ...created, token };
}

export async function revokeMcpToken(context: Context, actor: Actor, id: number): Promise<void> {
  if (!(await deleteMcpToken(context.pools.main, actor.userId, id))) throw notFound();
}

export function mcpTokenRoutes(app: App, context: Context): void {
  const routes = routesOf(app, { auth: 'session', tags: ['me'] });

  routes.get(
    '/me/mcp-tokens',
    { operationId: 'listMcpTokens', summary: 'List your MCP tokens', response: { 200: McpTokenList } },
    ({ actor }) => listMcpTokens(context, actor),
  );

  routes.post(
    '/me/mcp-tokens',
    {
      operationId: 'createMcpToken',
      summary: 'Mint an MCP token',
      body: NewMcpToken,
      response: { 201: CreatedMcpToken },
      errors: [hasTooManyTokens()],
    },
    ({ accessToken, body }) => createMcpToken(context, accessToken, body),
  );

  routes.delete(
    '/me/mcp-tokens/:token_id',
    { operationId: 'revokeMcpToken', summary: 'Revoke an MCP token' },
    ({ actor, params }) => revokeMcpToken(context, actor, params.token_id),
  );
}
